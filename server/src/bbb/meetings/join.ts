import { isVisible } from '../../../../contract/printable.ts';
import { addressOfLink, generateAccess } from '../../access-links/access-links.ts';
import { after, now, seconds, timestamp } from '../../platform/clock.ts';
import { randomText, randomToken } from '../../platform/crypto.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { ensureServiceAccount } from '../../spaces/spaces.ts';
import type { AskedCall, Call, Outcome } from '../calls.ts';
import type { BbbParts } from '../parts.ts';
import { type Failed, fail, failureIn } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { addressOf, cut, flagOf, trimmed } from '../request/values.ts';
import { escapeXml, isXmlName, type XmlElement } from '../xml/write.ts';
import { countIn } from './people.store.ts';
import { meetingIdIn } from './settings.ts';
import { holdLive, insertJoin, type Meeting, newestMeeting } from './store.ts';

const hourMs = 3_600_000;
const longestLinkSeconds = 24 * 3600;

type Role = 'user' | 'moderator';

/** A valid role wins over the password. @throws Failed `invalidPassword` */
function roleIn(parameters: Parameters, meeting: Meeting): Role {
  const role = parameters.get('role')?.trim().toUpperCase();
  if (role === 'MODERATOR') return 'moderator';
  if (role === 'VIEWER') return 'user';
  const password = parameters.get('password');
  if (password === meeting.moderatorPassword) return 'moderator';
  return password === meeting.attendeePassword ? 'user' : fail('invalidPassword');
}

/** A live meeting, or why there is none. */
function liveOf(meeting: Meeting | undefined): Meeting {
  if (!meeting) return fail('invalidMeetingIdentifier');
  // Its end by its duration may be a second late.
  const { endedAt, endsAt } = meeting;
  const end = endedAt ?? (endsAt && endsAt <= now() ? endsAt : null);
  if (!end) return meeting;
  const isRecent = end.getTime() > now().getTime() - hourMs;
  return fail(isRecent ? 'meetingForciblyEnded' : 'invalidMeetingIdentifier');
}

/** As BigBlueButton: moderators and people who are stated to be no guests come in. @throws Failed `guestDeniedAccess` */
function hasToWait({ settings }: Meeting, parameters: Parameters, role: Role): boolean {
  const guest = parameters.get('guest')?.toLowerCase();
  if (role === 'moderator' || (guest !== undefined && guest !== 'true')) return false;
  switch (settings.guestPolicy) {
    case 'ALWAYS_DENY':
      return fail('guestDeniedAccess');
    case 'ASK_MODERATOR':
      return true;
    case 'ALWAYS_ACCEPT_AUTH':
      return guest === 'true';
    default:
      return false;
  }
}

const userDataPrefix = 'userdata-';

/** `userdata-*` whose rest may be the name of an element. */
function customDataIn(parameters: Parameters): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of parameters) {
    const rest = name.slice(userDataPrefix.length);
    if (name.startsWith(userDataPrefix) && isXmlName(rest) && found.length < 100)
      found.push([rest, cut(value, 1000)]);
  }
  return Object.fromEntries(found);
}

interface Joining {
  meeting: Meeting;
  name: string;
  role: Role;
  waits: boolean;
}

async function checkJoin({ db }: BbbParts, { spaceId, parameters }: AskedCall): Promise<Joining> {
  const fullName = cut(trimmed(parameters, 'fullName') ?? '', 100);
  if (!isVisible(fullName)) fail('missingParamFullName');
  const meetingId = meetingIdIn(parameters);
  const meeting = liveOf(await newestMeeting(db, { spaceId, meetingId }));
  const role = roleIn(parameters, meeting);
  const createTime = parameters.get('createTime')?.trim();
  if (createTime !== undefined && createTime !== meeting.createTime) fail('mismatchCreateTimeParam');
  const waits = hasToWait(meeting, parameters, role);
  const most = meeting.settings.maxParticipants;
  if (most > 0 && (await countIn(db, meeting.roomId)) >= most) fail('maxParticipantsReached');
  return { meeting, name: fullName, role, waits };
}

/** Makes a link for one browser that dies with the meeting. Each request makes its own. */
async function makeLink(parts: BbbParts, { parameters, spaceId }: AskedCall, joining: Joining) {
  const { meeting, name, role, waits } = joining;
  const latest = after(seconds(longestLinkSeconds));
  const expiresAt = meeting.endsAt && meeting.endsAt < latest ? meeting.endsAt : latest;
  const userId =
    cut(parameters.get('userID') ?? '', 256) || `w_${randomText('abcdefghijklmnopqrstuvwxyz0123456789', 12)}`;
  const createdBy = await ensureServiceAccount(parts.db, spaceId);
  return inTransaction(parts.db, async (trx) => {
    const body = { username: name, role, externalUserId: userId, expiresAt: timestamp(expiresAt) };
    const wanted = { spaceId, roomId: meeting.roomId, createdBy, waitsForAdmission: waits, body };
    const link = await generateAccess(trx, wanted, undefined);
    // The room was deleted, or the meeting ended meanwhile: then the link is rolled back.
    if (!link) return fail('invalidMeetingIdentifier');
    if (!(await holdLive(trx, meeting.id))) return fail('meetingForciblyEnded');
    const customData = JSON.stringify(customDataIn(parameters));
    await insertJoin(trx, { linkId: link.id, meetingId: meeting.id, isGuest: waits, customData });
    return link;
  });
}

const presentJoined = (
  { meeting, waits }: Joining,
  { id, url }: { id: string; url: string },
): XmlElement[] => [
  ['messageKey', waits ? 'guestWait' : 'successfullyJoined'],
  ['message', waits ? 'A moderator has to admit this guest.' : 'The link leads into the meeting.'],
  ['meeting_id', meeting.internalId],
  ['user_id', id],
  ['auth_token', randomToken(12)],
  ['session_token', randomToken(12)],
  ['guestStatus', waits ? 'WAIT' : 'ALLOW'],
  ['url', url],
];

/** The address to which a browser goes when it cannot join; undefined: none is known. */
async function errorAddress(
  { db }: BbbParts,
  { spaceId, parameters }: AskedCall,
): Promise<string | undefined> {
  const own = addressOf(parameters, 'errorRedirectUrl') ?? addressOf(parameters, 'logoutURL');
  if (own !== null) return own;
  const meetingId = trimmed(parameters, 'meetingID');
  const meeting = meetingId === undefined ? undefined : await newestMeeting(db, { spaceId, meetingId });
  return meeting?.settings.logoutUrl ?? undefined;
}

function withErrors(address: string, { key, message }: Failed): string {
  const url = new URL(address);
  url.searchParams.append('errors', JSON.stringify([{ key, message }]));
  return url.href;
}

const failurePage = ({ message }: Failed): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>BigBlueButton</title><h1>${escapeXml(message)}</h1></html>`;

/** A program asks for XML; everybody else is sent into the meeting. */
const wantsXml = ({ parameters }: AskedCall): boolean => !flagOf(parameters, 'redirect', true);

/** A browser goes back to where it came from, or reads why; a program gets the failure. */
async function answerFailure(parts: BbbParts, asked: AskedCall, failed: Failed): Promise<Outcome> {
  if (wantsXml(asked)) throw failed;
  const address = await errorAddress(parts, asked);
  if (address !== undefined) return { redirectTo: withErrors(address, failed) };
  if (!asked.readsPages) throw failed;
  return { page: failurePage(failed) };
}

export const joinMeetingCall = (parts: BbbParts): Call => ({
  methods: ['GET'],
  run: async (asked) => {
    try {
      const joining = await checkJoin(parts, asked);
      const link = await makeLink(parts, asked, joining);
      const url = addressOfLink(parts, link);
      return wantsXml(asked) ? presentJoined(joining, { id: link.id, url }) : { redirectTo: url };
    } catch (error) {
      const failure = failureIn(error);
      if (failure) return answerFailure(parts, asked, failure);
      throw error;
    }
  },
});
