import { createHash } from 'node:crypto';
import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { newId } from '../../platform/ids.ts';
import { createRoom, lockRoom, type Room, roomById, updateRoom } from '../../rooms/rooms.ts';
import { ensureServiceAccount } from '../../spaces/spaces.ts';
import type { AskedCall, Call } from '../calls.ts';
import { noteEvent } from '../hooks/events.store.ts';
import { bindHooks } from '../hooks/hooks.store.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { cut, isTrue, metadataIn } from '../request/values.ts';
import type { XmlElement } from '../xml/write.ts';
import { runAfterCommit } from './after-commit.ts';
import { addDocuments, documentsAskedIn } from './content.ts';
import { dateOf } from './info.ts';
import { countIn } from './people.store.ts';
import { endsOf, meetingIdIn, newPassword, passwordIn, roomOf, settingsIn } from './settings.ts';
import {
  liveMeeting,
  lockMeetingId,
  type Meeting,
  newestMeeting,
  noteFirstEntry,
  storeMeeting,
} from './store.ts';

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
  { db, rooms, onMeetingCreating }: BbbParts,
  { spaceId, parameters }: AskedCall,
  { name, before }: { name: string; before: Meeting | undefined },
): Promise<Room> {
  const body = roomOf(parameters, name);
  const known = before && (await roomById(db, before.roomId));
  if (known) {
    // Nobody enters the room, and nobody starts a recording in it, before the meeting is stored.
    await lockRoom(db, known.id);
    // A recording is locked before the chat, in which the change of the room is published.
    await runAll(db, onMeetingCreating, { roomId: known.id, isRecordAllowed: body.isRecordAllowed === true });
    return updateRoom(db, { room: known, body }, rooms);
  }
  const userId = await ensureServiceAccount(db, spaceId);
  return createRoom(db, { spaceId, userId, kind: 'room', body });
}

/** Milliseconds of the clock, after those of the last meeting and not before its end. */
const nextCreateTime = (before: Meeting | undefined): number =>
  Math.max(now().getTime(), Number(before?.createTime ?? 0) + 1, before?.endedAt?.getTime() ?? 0);

async function insertMeeting(
  trx: Db,
  { spaceId, parameters, isOfInstallation }: AskedCall,
  { wanted, room, createTime }: { wanted: Wanted; room: Room; createTime: number },
): Promise<void> {
  const { meetingId, name } = wanted;
  const createdAt = new Date(createTime);
  const id = newId();
  await storeMeeting(trx, {
    ...{ id, spaceId, roomId: room.id, meetingId, name, createTime, createdAt, isOfInstallation },
    internalId: `${createHash('sha1').update(meetingId).digest('hex')}-${createTime}`,
    attendeePassword: wanted.attendeePassword ?? newPassword(),
    moderatorPassword: wanted.moderatorPassword ?? newPassword(),
    settings: JSON.stringify(settingsIn(parameters)),
    metadata: JSON.stringify(metadataIn(parameters)),
    ...endsOf(parameters, createdAt),
  });
  await bindHooks(trx, { id, spaceId, clientMeetingId: meetingId });
  await noteEvent(trx, id, { name: 'meeting-created' });
}

interface Found {
  meeting: Meeting;
  isNew: boolean;
  /** Whether a new meeting got all documents that the request names. */
  areAllAdded?: boolean;
}

/** `changed` is the room of an earlier meeting, for what follows the commit. */
type Made = Found & { changed?: Room };

/** Creates a meeting, or finds the one that is live by now. Requests with the same id wait for each other. */
async function createMeeting(parts: BbbParts, asked: AskedCall, wanted: Wanted): Promise<Found> {
  const which = { spaceId: asked.spaceId, meetingId: wanted.meetingId };
  const { changed, ...found } = await inTransaction(parts.db, async (trx): Promise<Made> => {
    await lockMeetingId(trx, which);
    const before = await newestMeeting(trx, which);
    if (before && !before.endedAt) return { meeting: before, isNew: false };
    const room = await roomFor({ ...parts, db: trx }, asked, { name: wanted.name, before });
    await insertMeeting(trx, asked, { wanted, room, createTime: nextCreateTime(before) });
    if (before) await runAll(trx, parts.onMeetingCreated, { roomId: room.id });
    if ((await countIn(trx, room.id)) > 0) await noteFirstEntry(trx, { room });
    const made = (await liveMeeting(trx, which)) ?? fail('notFound');
    const content = { asked: documentsAskedIn(asked), isFirstShown: true };
    const added = await addDocuments(parts, trx, { spaceId: asked.spaceId, roomId: room.id, ...content });
    const areAllAdded = added === content.asked.length;
    return { meeting: made, isNew: true, areAllAdded, ...(before && { changed: room }) };
  });
  if (changed) await runAfterCommit(parts, parts.rooms.onRoomChanged, changed);
  return found;
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
  'The meeting was created. Some of its documents were ignored: at most 20 are taken at once, from public addresses or in Base64.',
];

export const createCall = (parts: BbbParts): Call => ({
  methods: ['GET', 'POST'],
  takesXml: true,
  run: async (asked) => {
    const wanted = wantedIn(asked.parameters);
    const { meetingId, attendeePassword, moderatorPassword } = wanted;
    const live = await liveMeeting(parts.db, { spaceId: asked.spaceId, meetingId });
    const { meeting, isNew, areAllAdded }: Found = live
      ? { meeting: live, isNew: false }
      : await createMeeting(parts, asked, wanted);
    if (isNew) return present(meeting, areAllAdded ? ['', ''] : withoutSlides);
    if (
      isOther(attendeePassword, meeting.attendeePassword) ||
      isOther(moderatorPassword, meeting.moderatorPassword)
    )
      fail('idNotUnique');
    const message = 'This meeting was in existence before. Nothing of it was changed.';
    return present(meeting, ['duplicateWarning', message]);
  },
});
