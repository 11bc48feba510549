import { setTimeout as pause } from 'node:timers/promises';
import { MediaEngineAway } from '../engines/media/media.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { isDatabaseAway } from '../platform/db/db.ts';
import type { CallParts } from './parts.ts';
import { applyRights } from './rights.ts';
import { applySnapshot, type Snapshot, whatIsKnown } from './snapshot.ts';
import { forgetDeletedRooms, forgetEvents, ourRooms, roomsToClose, roomsWithActiveCall } from './store.ts';
import { inRoom } from './turn.ts';

const lookEverySeconds = 2;
/** How late an empty call's end may be noticed. */
const closeEverySeconds = 0.25;
const atOnce = 4;
/** Longer than the engine tries to bring an event. */
const eventsKeptSeconds = 24 * 3600;
/** Longer than the media server can be out of reach without being started again, which empties it. */
const deletedRoomsKeptSeconds = 30 * 24 * 3600;

function awayNeighbour(error: unknown): string | undefined {
  if (error instanceof MediaEngineAway) return 'the media engine';
  return isDatabaseAway(error) ? 'the database' : undefined;
}

/** Asks the engine who is in a room and makes the database, then the engine agree. */
export async function reconcileRoom(parts: CallParts, roomId: string): Promise<void> {
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
  if (!leftOver) return engine.endRoom(roomId);
  const visible = participants.filter(({ hidden }) => !hidden);
  if (leftOver.length > 0) {
    log.info({ roomId, people: leftOver.length }, 'the engine still had people of a call that ended');
    // Its end for all did not reach the engine.
    if (leftOver.length === visible.length) return engine.endRoom(roomId);
    for (const { identity } of leftOver) await engine.remove(roomId, identity);
  }
  await applyRights(
    parts,
    roomId,
    visible.filter((person) => !leftOver.includes(person)),
  );
}

/** Each room for itself: one that cannot be reconciled does not keep the others waiting. */
async function reconcileAll(parts: CallParts, roomIds: string[]): Promise<void> {
  const waiting = [...roomIds];
  let away: unknown;
  const work = async () => {
    for (let roomId = waiting.pop(); roomId !== undefined; roomId = waiting.pop()) {
      try {
        await reconcileRoom(parts, roomId);
      } catch (error) {
        if (awayNeighbour(error)) {
          away = error;
          return;
        }
        parts.log.error({ err: error, roomId }, 'a room could not be reconciled with the media engine');
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
  if (away) throw away;
}

/** One look at every room that the engine or the database says is in use. */
export async function reconcileEverything(parts: CallParts): Promise<void> {
  const { db, engine } = parts;
  const inEngine = (await engine.listRooms()).map(({ roomId }) => roomId);
  // An engine that others use too has rooms that are not ours.
  const ours = inEngine.length > 0 ? await ourRooms(db, inEngine) : [];
  await reconcileAll(parts, [...new Set([...ours, ...(await roomsWithActiveCall(db))])]);
}

/** Ends the calls that were empty for long enough, each after one more look at the engine. */
export async function closeEmptyCalls(parts: CallParts): Promise<void> {
  const emptySince = after(-seconds(parts.graceSeconds));
  await reconcileAll(parts, await roomsToClose(parts.db, { emptySince, at: now() }));
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
  const runs = [
    repeat({ everySeconds: lookEverySeconds, signal, what: 'reconciling with the media engine', log }, () =>
      reconcileEverything(parts),
    ),
    repeat({ everySeconds: closeEverySeconds, signal, what: 'ending empty calls', log }, () =>
      closeEmptyCalls(parts),
    ),
    repeat({ everySeconds: 3600, signal, what: 'forgetting old engine events', log }, async () => {
      await forgetEvents(db, after(-seconds(eventsKeptSeconds)));
      await forgetDeletedRooms(db, after(-seconds(deletedRoomsKeptSeconds)));
    }),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(runs);
  };
}
