import { createHash } from 'node:crypto';
import { now } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { newId } from '../../platform/ids.ts';
import { createRoom, type Room, roomById, updateRoom } from '../../rooms/rooms.ts';
import { ensureServiceAccount } from '../../spaces/spaces.ts';
import type { AskedCall, Call } from '../calls.ts';
import { noteEvent } from '../hooks/events.store.ts';
import { bindHooks } from '../hooks/hooks.store.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { cut, isTrue } from '../request/values.ts';
import type { XmlElement } from '../xml/write.ts';
import { dateOf } from './info.ts';
import { endsOf, meetingIdIn, metadataIn, newPassword, passwordIn, roomOf, settingsIn } from './settings.ts';
import { liveMeeting, lockMeetingId, type Meeting, newestMeeting, storeMeeting } from './store.ts';

interface Wanted {
  meetingId: string;
  name: string;
  attendeePassword: string | undefined;
  moderatorPassword: string | undefined;
}

function wantedIn(parameters: Parameters): Wanted {
  const meetingId = meetingIdIn(parameters);
  const { length } = [...meetingId];
  if (length < 2 || length > 256 || meetingId.includes(',')) fail('validationError');
  if (isTrue(parameters, 'isBreakout')) {
    fail(parameters.has('parentMeetingID') ? 'notImplemented' : 'parentMeetingIdMissing');
  }
  return {
    meetingId,
    name: cut(parameters.get('name')?.trim() || meetingId, 200),
    attendeePassword: passwordIn(parameters, 'attendeePW'),
    moderatorPassword: passwordIn(parameters, 'moderatorPW'),
  };
}

/** The room of the meetings with this id; each new meeting sets it anew. */
async function roomFor(
  { db, rooms }: BbbParts,
  { spaceId, parameters }: AskedCall,
  { name, before }: { name: string; before: Meeting | undefined },
): Promise<Room> {
  const body = roomOf(parameters, name);
  const known = before && (await roomById(db, before.roomId));
  if (known) return updateRoom(db, { room: known, body }, rooms);
  const userId = await ensureServiceAccount(db, spaceId);
  return createRoom(db, { spaceId, userId, kind: 'room', body });
}

/** Creates a meeting, unless one is live by now. Requests with the same id wait for each other. */
async function createMeeting(
  parts: BbbParts,
  asked: AskedCall,
  wanted: Wanted,
): Promise<Meeting | undefined> {
  const { spaceId, parameters } = asked;
  const { meetingId, name } = wanted;
  const made = await inTransaction(parts.db, async (trx) => {
    await lockMeetingId(trx, { spaceId, meetingId });
    const before = await newestMeeting(trx, { spaceId, meetingId });
    if (before && !before.endedAt) return undefined;
    const room = await roomFor({ ...parts, db: trx }, asked, { name, before });
    const createTime = Math.max(now().getTime(), Number(before?.createTime ?? 0) + 1);
    const createdAt = new Date(createTime);
    const id = newId();
    await storeMeeting(trx, {
      ...{ id, spaceId, roomId: room.id, meetingId, name, createTime, createdAt },
      internalId: `${createHash('sha1').update(meetingId).digest('hex')}-${createTime}`,
      attendeePassword: wanted.attendeePassword ?? newPassword(),
      moderatorPassword: wanted.moderatorPassword ?? newPassword(),
      settings: JSON.stringify(settingsIn(parameters)),
      metadata: JSON.stringify(metadataIn(parameters)),
      isOfInstallation: asked.isOfInstallation,
      ...endsOf(parameters, createdAt),
    });
    await bindHooks(trx, { id, spaceId, clientMeetingId: meetingId });
    await noteEvent(trx, { id }, { name: 'meeting-created' });
    return { room, isChanged: before !== undefined };
  });
  if (!made) return undefined;
  if (made.isChanged) await runAll(parts.db, parts.rooms.onRoomChanged, made.room);
  return liveMeeting(parts.db, { spaceId, meetingId });
}

const isOther = (given: string | undefined, own: string): boolean => given !== undefined && given !== own;

function present(meeting: Meeting, [key, message]: [string, string]): XmlElement[] {
  const { settings } = meeting;
  return [
    ['meetingID', meeting.meetingId],
    ['internalMeetingID', meeting.internalId],
    ['parentMeetingID', 'bbb-none'],
    ['attendeePW', meeting.attendeePassword],
    ['moderatorPW', meeting.moderatorPassword],
    ['createTime', meeting.createTime],
    ['voiceBridge', settings.voiceBridge],
    ['dialNumber', settings.dialNumber],
    ['createDate', dateOf(meeting.createdAt)],
    ['hasUserJoined', meeting.firstEntryAt !== null],
    ['duration', settings.duration],
    ['hasBeenForciblyEnded', false],
    ['messageKey', key],
    ['message', message],
  ];
}

const withoutSlides: [string, string] = [
  'presentationIgnored',
  'The meeting was created. Its documents were ignored: slides are not shown here.',
];

export const createCall = (parts: BbbParts): Call => ({
  methods: ['GET', 'POST'],
  takesXml: true,
  run: async (asked) => {
    const { spaceId, parameters } = asked;
    const wanted = wantedIn(parameters);
    const { meetingId, attendeePassword, moderatorPassword } = wanted;
    const isLive = (await liveMeeting(parts.db, { spaceId, meetingId })) !== undefined;
    const made = isLive ? undefined : await createMeeting(parts, asked, wanted);
    if (made) {
      const hasDocuments = asked.hasDocuments || parameters.has('preUploadedPresentation');
      return present(made, hasDocuments ? withoutSlides : ['', '']);
    }
    const live = (await liveMeeting(parts.db, { spaceId, meetingId })) ?? fail('notFound');
    if (
      isOther(attendeePassword, live.attendeePassword) ||
      isOther(moderatorPassword, live.moderatorPassword)
    )
      fail('idNotUnique');
    const message = 'This meeting was in existence before. Nothing of it was changed.';
    return present(live, ['duplicateWarning', message]);
  },
});
