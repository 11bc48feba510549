import { MediaEngineAway } from '../engines/media/media.ts';
import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import { applyStandings } from './enforce-rights.ts';
import { resumeInterruptedCalls } from './interrupt.ts';
import { changeCall } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { RoomChecks } from './room-checks.ts';
import { applySnapshot, readKnownCall, type Snapshot } from './snapshot.ts';
import {
  deleteDeletedRooms,
  deleteEngineEvents,
  filterOwnRooms,
  roomsToClose,
  roomsWithActiveCall,
} from './store.ts';

export const timings = {
  everyMs: 2_000,
  /** The end of an empty call may be noticed this much later. */
  closeEveryMs: 250,
};
/** Longer than the media server retries an event. */
const eventsKeptSeconds = 24 * 3600;
/** Longer than a media server may be unreachable without a restart, which empties it. */
const deletedRoomsKeptSeconds = 30 * 24 * 3600;

const awayService = (error: unknown): string | undefined =>
  error instanceof MediaEngineAway ? 'the media server' : undefined;

/**
 * Asks the media server who is in a room, corrects the database by the answer, then the media server by the database.
 * @returns how many people the media server has in the room
 */
export async function reconcileRoom(parts: CallParts, roomId: string): Promise<number> {
  const { db, engine, log } = parts;
  const known = await readKnownCall(db, roomId);
  const participants = await engine.listParticipants(roomId);
  const isRoomThere =
    participants.length > 0 ||
    known.openSids.size === 0 ||
    (await engine.listRooms()).some((room) => room.roomId === roomId);
  const inCall = participants.filter(({ isConnecting }) => !isConnecting);
  const snapshot: Snapshot = { participants: inCall, isRoomThere };
  const found = await changeCall(parts, { roomId }, (change) => applySnapshot(change, known, snapshot));
  // The room was deleted; its end did not reach the media server, or somebody joined after it.
  if (!found) {
    await engine.endRoom(roomId);
    return 0;
  }
  const visible = participants.filter(({ hidden }) => !hidden);
  const removed = [...found.leftOver, ...found.tooMany];
  if (removed.length > 0) {
    log.info(
      { roomId, people: removed.length },
      'removing people from the media server: their call has ended, or the meeting is full',
    );
    // The end of the call for all did not reach the media server. People who are too many leave others in the room, also
    // those who joined after this answer.
    if (found.leftOver.length > 0 && found.leftOver.length === visible.length) {
      await engine.endRoom(roomId);
      return 0;
    }
    for (const { identity } of removed) await engine.remove(roomId, identity);
  }
  await applyStandings(
    parts,
    roomId,
    visible.filter((person) => !removed.includes(person)),
  );
  return visible.length;
}

/**
 * Closes a room whose media node is lost: people who did not return in time left at that moment. Also removes the
 * room from the media server's list.
 */
async function abandonRoom(parts: CallParts, roomId: string, lostSince: Date): Promise<void> {
  const { db, engine, log } = parts;
  const known = { ...(await readKnownCall(db, roomId)), askedAt: lostSince };
  await changeCall(parts, { roomId }, (change) =>
    applySnapshot(change, known, { participants: [], isRoomThere: true }),
  );
  log.warn({ roomId, people: known.openSids.size }, 'abandoned a room: its media node is gone');
  await engine.endRoom(roomId);
}

/** Reconciles one room, or abandons it if its media node is lost. */
async function checkRoom(parts: CallParts, checks: RoomChecks, roomId: string): Promise<void> {
  const { engine } = parts;
  const lostSince = checks.lostSince(roomId);
  if (lostSince && !(await isServed(engine, roomId))) return abandonRoom(parts, roomId, lostSince);
  const people = await reconcileRoom(parts, roomId);
  if (people === 0 || !checks.isProbeDue(roomId)) return;
  if (!(await engine.isServed(roomId))) throw new MediaEngineAway('no node of it serves the room');
}

const isServed = (engine: CallParts['engine'], roomId: string): Promise<boolean> =>
  engine.isServed(roomId).catch((error: unknown) => {
    if (error instanceof MediaEngineAway) return false;
    throw error;
  });

/** Runs one pass over the rooms and waits for all of it. */
async function checkOnce(parts: CallParts, pass: (checks: RoomChecks) => Promise<void>): Promise<void> {
  const checks = new RoomChecks({ log: parts.log });
  await pass(checks);
  await checks.settled();
}

/** Reconciles every room that is in use in the media server or in the database. */
export async function reconcileEverything(parts: CallParts, checks?: RoomChecks): Promise<void> {
  if (!checks) return checkOnce(parts, (own) => reconcileEverything(parts, own));
  const { db, engine } = parts;
  const listed = await engine.listRooms().catch((error: unknown) => {
    checks.forgetTroubles();
    throw error;
  });
  const inEngine = listed.map(({ roomId }) => roomId);
  // A media server that others use too has rooms that are not ours.
  const ours = inEngine.length > 0 ? await filterOwnRooms(db, inEngine) : [];
  const roomIds = [...new Set([...ours, ...(await roomsWithActiveCall(db))])];
  checks.keepOnly(roomIds);
  await checks.all(roomIds, (roomId) => checkRoom(parts, checks, roomId));
}

/** Ends calls that were empty for long enough, after reconciling each room once more. */
export async function closeEmptyCalls(parts: CallParts, checks?: RoomChecks): Promise<void> {
  if (!checks) return checkOnce(parts, (own) => closeEmptyCalls(parts, own));
  const emptySince = after(-seconds(parts.graceSeconds));
  const roomIds = await roomsToClose(parts.db, { emptySince, at: now() });
  if (roomIds.length === 0) return;
  // Throws if the whole media server is down, which requests for single rooms cannot tell.
  await parts.engine.listRooms();
  await checks.all(roomIds, (roomId) => checkRoom(parts, checks, roomId));
}

/** Deletes events and deleted rooms that no later event of the media server can refer to. */
export async function deleteOldEngineRows(db: Db, stop: AbortSignal): Promise<void> {
  await deleteEngineEvents(db, after(-seconds(eventsKeptSeconds)), stop);
  await deleteDeletedRooms(db, after(-seconds(deletedRoomsKeptSeconds)), stop);
}

/**
 * Reconciles calls with the media server, and ends empty ones. The node that does one does the other. The first pass
 * catches up on what happened while no node listened.
 */
export function reconcilingJobs(parts: CallParts): Record<'reconcile' | 'endEmpty', JobDefinition> {
  const checks = new RoomChecks({ log: parts.log });
  let hasResumed = false;
  const shared = { awayService, end: () => checks.settled().catch(() => undefined) };
  const reconcile = async () => {
    if (!hasResumed) await resumeInterruptedCalls(parts.db);
    hasResumed = true;
    await reconcileEverything(parts, checks);
  };
  return {
    reconcile: { ...shared, everyMs: timings.everyMs, run: reconcile },
    endEmpty: { ...shared, everyMs: timings.closeEveryMs, run: () => closeEmptyCalls(parts, checks) },
  };
}
