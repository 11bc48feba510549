import { setTimeout as pause } from 'node:timers/promises';
import { MediaEngineAway } from '../engines/media/media.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { isDatabaseAway } from '../platform/db/db.ts';
import { Looks } from './looks.ts';
import type { CallParts } from './parts.ts';
import { applyRights } from './rights.ts';
import { applySnapshot, type Snapshot, whatIsKnown } from './snapshot.ts';
import { forgetDeletedRooms, forgetEvents, ourRooms, roomsToClose, roomsWithActiveCall } from './store.ts';
import { inRoom } from './turn.ts';

const lookEverySeconds = 2;
/** How late an empty call's end may be noticed. */
const closeEverySeconds = 0.25;
/** Longer than the engine tries to bring an event. */
const eventsKeptSeconds = 24 * 3600;
/** Longer than the media server can be out of reach without being started again, which empties it. */
const deletedRoomsKeptSeconds = 30 * 24 * 3600;

function awayNeighbour(error: unknown): string | undefined {
  if (error instanceof MediaEngineAway) return 'the media engine';
  return isDatabaseAway(error) ? 'the database' : undefined;
}

/**
 * Asks the engine who is in a room and makes the database, then the engine agree.
 * @returns how many people the engine has there
 */
export async function reconcileRoom(parts: CallParts, roomId: string): Promise<number> {
  const { db, engine, log } = parts;
  const known = await whatIsKnown(db, roomId);
  const participants = await engine.listParticipants(roomId);
  const isRoomThere =
    participants.length > 0 ||
    known.openSids.size === 0 ||
    (await engine.listRooms()).some((room) => room.roomId === roomId);
  const snapshot: Snapshot = { participants, isRoomThere };
  const leftOver = await inRoom(parts, { roomId }, (turn) => applySnapshot(turn, known, snapshot));
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
  await applyRights(
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
  const known = { ...(await whatIsKnown(db, roomId)), askedAt: lostSince };
  await inRoom(parts, { roomId }, (turn) =>
    applySnapshot(turn, known, { participants: [], isRoomThere: true }),
  );
  log.warn({ roomId, people: known.openSids.size }, 'abandoned a room: its media node is gone');
  await engine.endRoom(roomId);
}

/** What follows for one room from a look at the engine. */
async function lookAtRoom(parts: CallParts, looks: Looks, roomId: string): Promise<void> {
  const { engine } = parts;
  const lostSince = looks.lostSince(roomId);
  if (lostSince && !(await isServed(engine, roomId))) return abandonRoom(parts, roomId, lostSince);
  const people = await reconcileRoom(parts, roomId);
  if (people === 0 || !looks.isProbeDue(roomId)) return;
  if (!(await engine.isServed(roomId))) throw new MediaEngineAway('no node of it serves the room');
}

const isServed = (engine: CallParts['engine'], roomId: string): Promise<boolean> =>
  engine.isServed(roomId).catch((error: unknown) => {
    if (error instanceof MediaEngineAway) return false;
    throw error;
  });

/** One look on its own, to its end. */
async function lookOnce(parts: CallParts, pass: (looks: Looks) => Promise<void>): Promise<void> {
  const looks = new Looks({ log: parts.log });
  await pass(looks);
  await looks.settled();
}

/** One look at every room that the engine or the database says is in use. */
export async function reconcileEverything(parts: CallParts, looks?: Looks): Promise<void> {
  if (!looks) return lookOnce(parts, (own) => reconcileEverything(parts, own));
  const { db, engine } = parts;
  const listed = await engine.listRooms().catch((error: unknown) => {
    looks.forgetTroubles();
    throw error;
  });
  const inEngine = listed.map(({ roomId }) => roomId);
  // An engine that others use too has rooms that are not ours.
  const ours = inEngine.length > 0 ? await ourRooms(db, inEngine) : [];
  const roomIds = [...new Set([...ours, ...(await roomsWithActiveCall(db))])];
  looks.keepOnly(roomIds);
  await looks.all(roomIds, (roomId) => lookAtRoom(parts, looks, roomId));
}

/** Ends the calls that were empty for long enough, each after one more look at the engine. */
export async function closeEmptyCalls(parts: CallParts, looks?: Looks): Promise<void> {
  if (!looks) return lookOnce(parts, (own) => closeEmptyCalls(parts, own));
  const emptySince = after(-seconds(parts.graceSeconds));
  const roomIds = await roomsToClose(parts.db, { emptySince, at: now() });
  if (roomIds.length === 0) return;
  // Is the engine away, or a room in trouble? Only its list tells.
  await parts.engine.listRooms();
  await looks.all(roomIds, (roomId) => lookAtRoom(parts, looks, roomId));
}

interface Repeated {
  everySeconds: number;
  signal: AbortSignal;
  what: string;
  log: CallParts['log'];
}

/** Does something again and again, never twice at once. While a neighbour is away it only waits. */
async function repeat({ everySeconds, signal, what, log }: Repeated, work: () => Promise<void>) {
  let isAway = false;
  while (!signal.aborted) {
    try {
      await work();
      if (isAway) log.info(`${what} goes on`);
      isAway = false;
    } catch (error) {
      const who = awayNeighbour(error);
      if (!who) log.error({ err: error }, `${what} failed; it is tried again`);
      else if (!isAway) log.warn(`${what} waits: ${who} is away`);
      isAway = who !== undefined;
    }
    await pause(seconds(everySeconds), undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Keeps calls and the engine in agreement for as long as the server runs. The first look is at once:
 * it takes over what happened while nobody listened.
 */
export function startReconciling(parts: CallParts): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { db, log } = parts;
  const looks = new Looks({ log });
  const runs = [
    repeat({ everySeconds: lookEverySeconds, signal, what: 'reconciling with the media engine', log }, () =>
      reconcileEverything(parts, looks),
    ),
    repeat({ everySeconds: closeEverySeconds, signal, what: 'ending empty calls', log }, () =>
      closeEmptyCalls(parts, looks),
    ),
    repeat({ everySeconds: 3600, signal, what: 'forgetting old engine events', log }, async () => {
      await forgetEvents(db, after(-seconds(eventsKeptSeconds)), signal);
      await forgetDeletedRooms(db, after(-seconds(deletedRoomsKeptSeconds)), signal);
    }),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(runs);
    await looks.settled().catch(() => undefined);
  };
}
