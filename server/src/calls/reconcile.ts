import { MediaEngineAway } from '../engines/media/media.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { type Db, isDatabaseAway } from '../platform/db/db.ts';
import type { TaskLease } from '../platform/lease.ts';
import { repeat } from '../platform/repeat.ts';
import { changeCall } from './change.ts';
import type { CallParts } from './parts.ts';
import { applyStandings } from './rights.ts';
import { RoomChecks } from './room-checks.ts';
import { applySnapshot, readKnownCall, type Snapshot } from './snapshot.ts';
import {
  filterOwnRooms,
  forgetDeletedRooms,
  forgetEvents,
  roomsToClose,
  roomsWithActiveCall,
} from './store.ts';

const reconcileEveryMs = 2_000;
/** How late an empty call's end may be noticed. */
const closeEveryMs = 250;
/** Longer than the engine tries to bring an event. */
const eventsKeptSeconds = 24 * 3600;
/** Longer than the media server can be out of reach without being started again, which empties it. */
const deletedRoomsKeptSeconds = 30 * 24 * 3600;

function awayDependency(error: unknown): string | undefined {
  if (error instanceof MediaEngineAway) return 'the media engine';
  return isDatabaseAway(error) ? 'the database' : undefined;
}

/**
 * Asks the engine who is in a room and makes the database, then the engine agree.
 * @returns how many people the engine has there
 */
export async function reconcileRoom(parts: CallParts, roomId: string): Promise<number> {
  const { db, engine, log } = parts;
  const known = await readKnownCall(db, roomId);
  const participants = await engine.listParticipants(roomId);
  const isRoomThere =
    participants.length > 0 ||
    known.openSids.size === 0 ||
    (await engine.listRooms()).some((room) => room.roomId === roomId);
  const snapshot: Snapshot = { participants, isRoomThere };
  const leftOver = await changeCall(parts, { roomId }, (change) => applySnapshot(change, known, snapshot));
  // The room was deleted, and its end did not reach the media server or somebody arrived after it.
  if (!leftOver) {
    await engine.endRoom(roomId);
    return 0;
  }
  const visible = participants.filter(({ hidden }) => !hidden);
  if (leftOver.length > 0) {
    log.info({ roomId, people: leftOver.length }, 'the engine still had people of a call that ended');
    // Its end for all did not reach the engine.
    if (leftOver.length === visible.length) {
      await engine.endRoom(roomId);
      return 0;
    }
    for (const { identity } of leftOver) await engine.remove(roomId, identity);
  }
  await applyStandings(
    parts,
    roomId,
    visible.filter((person) => !leftOver.includes(person)),
  );
  return visible.length;
}

/**
 * The node of the media server that had this room is gone: whoever was there and did not come back within the time that a
 * lost room has, left at that moment. The room is removed from the media server's list, too.
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

/** Reconciles one room, or abandons it when its media node is gone. */
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

/** Runs one pass over the rooms to its end. */
async function checkOnce(parts: CallParts, pass: (checks: RoomChecks) => Promise<void>): Promise<void> {
  const checks = new RoomChecks({ log: parts.log });
  await pass(checks);
  await checks.settled();
}

/** Reconciles every room that the engine or the database says is in use. */
export async function reconcileEverything(parts: CallParts, checks?: RoomChecks): Promise<void> {
  if (!checks) return checkOnce(parts, (own) => reconcileEverything(parts, own));
  const { db, engine } = parts;
  const listed = await engine.listRooms().catch((error: unknown) => {
    checks.forgetTroubles();
    throw error;
  });
  const inEngine = listed.map(({ roomId }) => roomId);
  // An engine that others use too has rooms that are not ours.
  const ours = inEngine.length > 0 ? await filterOwnRooms(db, inEngine) : [];
  const roomIds = [...new Set([...ours, ...(await roomsWithActiveCall(db))])];
  checks.keepOnly(roomIds);
  await checks.all(roomIds, (roomId) => checkRoom(parts, checks, roomId));
}

/** Ends the calls that were empty for long enough, each after it was reconciled once more. */
export async function closeEmptyCalls(parts: CallParts, checks?: RoomChecks): Promise<void> {
  if (!checks) return checkOnce(parts, (own) => closeEmptyCalls(parts, own));
  const emptySince = after(-seconds(parts.graceSeconds));
  const roomIds = await roomsToClose(parts.db, { emptySince, at: now() });
  if (roomIds.length === 0) return;
  // Is the engine away, or a room in trouble? Only its list tells.
  await parts.engine.listRooms();
  await checks.all(roomIds, (roomId) => checkRoom(parts, checks, roomId));
}

/** Forgets what no later event of the engine can refer to. */
export async function forgetOldFacts(db: Db, stop: AbortSignal): Promise<void> {
  await forgetEvents(db, after(-seconds(eventsKeptSeconds)), stop);
  await forgetDeletedRooms(db, after(-seconds(deletedRoomsKeptSeconds)), stop);
}

/**
 * Keeps calls and the engine in agreement for as long as the server runs, on one node at a time. The first look is at
 * once: it takes over what happened while nobody listened.
 */
export function startReconciling(parts: CallParts, lease: TaskLease): () => Promise<void> {
  const { log } = parts;
  const checks = new RoomChecks({ log });
  const shared = { lease, awayService: awayDependency, log };
  const runs = [
    repeat({ ...shared, what: 'reconciling with the media engine', everyMs: reconcileEveryMs }, () =>
      reconcileEverything(parts, checks),
    ),
    repeat({ ...shared, what: 'ending empty calls', everyMs: closeEveryMs }, () =>
      closeEmptyCalls(parts, checks),
    ),
  ];
  return async () => {
    await Promise.all(runs.map((run) => run.stop()));
    await checks.settled().catch(() => undefined);
  };
}
