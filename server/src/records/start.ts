import type { Language } from '../../../contract/languages.ts';
import type { RecordLayout } from '../../../contract/operations/records.ts';
import type { Body } from '../../../contract/routes.ts';
import { activeCallOf, type Entry, lockRoomOfCall, type RoomRow } from '../calls/calls.ts';
import { participantById } from '../participants/participants.ts';
import { now, serverTimeZone } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import type { Origin } from '../platform/http/endpoint.ts';
import { newId } from '../platform/ids.ts';
import { languageOf } from '../platform/mail/language.ts';
import { type Room, roomById } from '../rooms/rooms.ts';
import { hasStorageFor } from '../spaces/spaces.ts';
import { findUser, longestRecordingOf, type Plan } from '../users/users.ts';
import { refuseRecord, requestRecord } from './lifecycle.ts';
import { usualName } from './name.ts';
import type { RecordParts } from './parts.ts';
import { takeRecorderSlot } from './slots.ts';
import { activeRecordOf, languageIn, type RecordRow, readEarlierInCall } from './store.ts';
import type { NewRecord } from './transitions.store.ts';

/** Without fields: automatically. */
type StartedBy = Pick<NewRecord, 'startedByUser' | 'startedByParticipant' | 'startedByName'>;

async function starterOf(db: Db, caller: Caller): Promise<StartedBy> {
  if (caller.kind === 'participant') {
    const { participantId: startedByParticipant } = caller;
    const participant = await participantById(db, startedByParticipant);
    return { startedByParticipant, startedByName: participant?.name ?? '' };
  }
  const startedByUser = accountOf(caller) ?? refuse('forbidden');
  return { startedByUser, startedByName: (await findUser(db, startedByUser))?.username ?? '' };
}

interface RecordOrder {
  room: Room;
  callId: string;
  plan: Plan;
  layout?: RecordLayout | undefined;
  name: string;
  startedBy: StartedBy;
  createdAt: Date;
  nodeId: string | null;
}

export function newRecord({ maxMinutes }: RecordParts, order: RecordOrder): NewRecord {
  const { room, callId, plan, layout = 'speaker', name, startedBy, createdAt, nodeId } = order;
  const byPlan = longestRecordingOf(plan);
  return {
    ...{ id: newId(), spaceId: room.spaceId, roomId: room.id, callId, name, layout, nodeId, ...startedBy },
    maxSeconds: maxMinutes === undefined ? byPlan : Math.min(byPlan, maxMinutes * 60),
    createdAt,
  };
}

interface NameOrder extends Pick<RecordOrder, 'startedBy' | 'createdAt'> {
  browser?: Language;
  timeZone?: string | undefined;
}

/** Names a recording in the language of the person who starts it, or else of the group's owner. */
export async function usualNameOf(
  db: Db,
  room: Room,
  { startedBy, createdAt, browser, timeZone = serverTimeZone() }: NameOrder,
): Promise<string> {
  const language =
    (await languageIn(db, room.spaceId, { ...startedBy, ...(browser && { browser }) })) ?? 'en';
  return usualName(room.name, createdAt, { language, timeZone });
}

/** The language of a participant's browser, if it states one. Programs send `*`, or nothing. */
const browserOf = (caller: Caller, acceptLanguage: string): { browser?: Language } =>
  caller.kind === 'participant' && /[a-z]/i.test(acceptLanguage)
    ? { browser: languageOf(acceptLanguage) }
    : {};

/** A recorder for the next recording of the room. Its length is not known: a full group begins none. */
async function slotFor({ minFreeBytes, storageLimit: limit }: RecordParts, trx: Db, { spaceId }: Room) {
  const hasStorage = await hasStorageFor(trx, { spaceId, bytes: 1, limit });
  return hasStorage ? takeRecorderSlot(trx, minFreeBytes) : { refusal: 'group_storage_full' as const };
}

/** The message to people who would start or stop a recording that the settings of a meeting decide about. */
export const fixedRecording = 'In this meeting nobody starts or stops the recording.';

type StartOrder = Body<'startRecord'> & { roomId: string; caller: Caller } & Pick<Origin, 'acceptLanguage'>;

/** Starts a recording of the room's call, or refuses at once with the reason. */
export function startRecord(
  parts: RecordParts,
  db: Db,
  { roomId, caller, layout, name, timezone: timeZone, acceptLanguage }: StartOrder,
): Promise<RecordRow> {
  return inTransaction(db, async (trx) => {
    const lockedRoom = (await lockRoomOfCall(trx, roomId)) ?? refuse('not_found');
    const room = (await roomById(trx, roomId)) ?? refuse('not_found');
    if (!room.flags.isRecordAllowed) refuse('record_not_allowed');
    if (lockedRoom.isRecordingFixed) refuse('record_not_allowed', fixedRecording);
    const call = (await activeCallOf(trx, roomId)) ?? refuse('call_not_active');
    const active = await activeRecordOf(trx, roomId);
    if (active) throw new Refusal('record_active', { recordId: active.id });
    const slot = await slotFor(parts, trx, room);
    if ('refusal' in slot) return refuse(slot.refusal);
    const made = { startedBy: await starterOf(trx, caller), createdAt: now() };
    const order = {
      ...{ room, callId: call.id, plan: lockedRoom.plan, layout, ...made, ...slot },
      name:
        name ?? (await usualNameOf(trx, room, { ...made, ...browserOf(caller, acceptLanguage), timeZone })),
    };
    return (await requestRecord(parts, trx, newRecord(parts, order))) ?? refuse('record_active');
  });
}

/**
 * Starts a recording when a moderator enters, if the room wants that; in a meeting of the BigBlueButton API, when anybody
 * enters. A recording that a person stopped is not started again in the call. If no recorder is free, one failed
 * recording reports it to the integrator.
 */
export async function startAutomatically(
  parts: RecordParts,
  trx: Db,
  { room: lockedRoom, call, participantId }: Entry,
): Promise<void> {
  if (!lockedRoom.recordsItself || (await activeRecordOf(trx, lockedRoom.id))) return;
  const participant = await participantById(trx, participantId);
  if (participant?.role !== 'moderator' && !lockedRoom.recordsForAnybody) return;
  await recordUnlessStopped(parts, trx, { lockedRoom, callId: call.id });
}

/** Starts a recording of the people who are in a call when a meeting of the BigBlueButton API is created over it. */
export async function startForMeeting(
  parts: RecordParts,
  trx: Db,
  { roomId }: { roomId: string },
): Promise<void> {
  const lockedRoom = await lockRoomOfCall(trx, roomId);
  if (!lockedRoom?.recordsItself || (await activeRecordOf(trx, roomId))) return;
  const call = await activeCallOf(trx, roomId);
  if (call && !call.emptySince) await recordUnlessStopped(parts, trx, { lockedRoom, callId: call.id });
}

async function recordUnlessStopped(
  parts: RecordParts,
  trx: Db,
  order: { lockedRoom: RoomRow; callId: string },
): Promise<void> {
  const { stoppedByPerson } = await readEarlierInCall(trx, order.callId);
  if (!stoppedByPerson) await recordAutomatically(parts, trx, order);
}

/** Starts a new recording in a room with automatic recording whose recorder was lost during the call. */
export async function continueAutomatically(parts: RecordParts, trx: Db, lockedRoom: RoomRow): Promise<void> {
  const call = lockedRoom.recordsItself && (await activeCallOf(trx, lockedRoom.id));
  if (call) await recordAutomatically(parts, trx, { lockedRoom, callId: call.id });
}

async function recordAutomatically(
  parts: RecordParts,
  trx: Db,
  { lockedRoom, callId }: { lockedRoom: RoomRow; callId: string },
): Promise<void> {
  const room = (await roomById(trx, lockedRoom.id)) ?? refuse('not_found');
  const slot = await slotFor(parts, trx, room);
  const made = { startedBy: {}, createdAt: now() };
  const order = { room, callId, name: await usualNameOf(trx, room, made), plan: lockedRoom.plan, ...made };
  if ('nodeId' in slot) {
    await requestRecord(parts, trx, newRecord(parts, { ...order, nodeId: slot.nodeId }));
    return;
  }
  const about = { callId, roomId: room.id, spaceId: room.spaceId, reason: slot.refusal };
  parts.log.warn(about, 'a recording could not start automatically');
  if ((await readEarlierInCall(trx, callId)).foundNoRecorder) return;
  const failure = slot.refusal === 'recorder_busy' ? 'recorder_busy' : 'disk_full';
  await refuseRecord(parts, trx, { record: newRecord(parts, { ...order, nodeId: null }), failure });
}
