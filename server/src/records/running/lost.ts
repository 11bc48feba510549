import { lockRoomOfCall } from '../../calls/calls.ts';
import type { RecorderEngine } from '../../engines/recorder/recorder.ts';
import { now, ticks } from '../../platform/clock.ts';
import { type Db, inTransaction, isDatabaseAway } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { failRecord, stopRecord } from '../lifecycle.ts';
import type { RecordParts } from '../parts.ts';
import { timings as placeTimings } from '../slots.store.ts';
import { continueAutomatically } from '../start.ts';
import { lockRecord } from '../store.ts';
import { findUnendedElsewhere, type RecordElsewhere, wasSeenSince } from './running.store.ts';

export interface LostNodesParts {
  node: string;
  db: Db;
  recorder: Pick<RecorderEngine, 'removeFromCall'>;
  records: RecordParts;
  log: Logger;
}

/** After a longer gap this process itself was suspended, or the database did not respond: it saw no node meanwhile. */
const blindAfterMs = 4000;
export const timings = {
  lookMs: 1000,
  /**
   * Longer than a machine needs to restart with its recordings on disk; short enough that an integrator who waits for
   * the end of a recording gets it within the hour.
   */
  failAfterSeconds: 600,
  /** Two heartbeats: every node can send one after an outage of the database. */
  watchedSeconds: 12,
};

const rounded = (away: number) => ({ secondsAway: Math.round(away) });

/** Fails a recording whose node did not return: its media is lost, and the integrator gets the end. */
async function failLost({ db, records, log }: LostNodesParts, record: RecordElsewhere, away: number) {
  const { id: recordId, roomId, nodeId } = record;
  const ended = await inTransaction(db, async (trx) => {
    await lockRecord(trx, recordId);
    if (await wasSeenSince(trx, record)) return undefined;
    return failRecord(records, trx, { recordId, failure: 'recorder_lost' });
  });
  if (ended) log.warn({ recordId, roomId, nodeId, ...rounded(away) }, 'failed a recording: its node is gone');
}

/**
 * Stops a recording so that the room can be recorded again at once. If it has media, it stays `processing` until
 * its node returns and finishes it.
 */
async function giveUp({ db, records, recorder, log }: LostNodesParts, record: RecordElsewhere, away: number) {
  const { id: recordId, nodeId, roomId } = record;
  const at = now();
  const ended = await inTransaction(db, async (trx) => {
    const room = await lockRoomOfCall(trx, roomId);
    const locked = await lockRecord(trx, recordId);
    // The node may have returned while this waited for locks.
    if (await wasSeenSince(trx, record)) return undefined;
    const stopped =
      locked?.state === 'new'
        ? await failRecord(records, trx, { recordId, failure: 'recorder_lost' })
        : await stopRecord(records, trx, { recordId, at, reason: 'recorder_lost' });
    if (stopped && room) await continueAutomatically(records, trx, room);
    return stopped;
  });
  // Another node was first, or the node is back.
  if (!ended) return;
  const about = { recordId, roomId };
  log.warn({ ...about, nodeId, ...rounded(away) }, 'stopped a recording: its node sends no heartbeat');
  // The recorder may still run if only its server froze or lost the network.
  recorder.removeFromCall(about).catch(({ message: reason }: Error) => {
    log.warn({ ...about, reason }, 'could not remove the recorder of a lost node from its call');
  });
}

/**
 * Watches the nodes that record, and gives up the recordings of lost ones. Several nodes may do so at once
 * (docs/decisions/0029). Rooms are notified that their recording stopped within 20 s of the node's last heartbeat.
 */
export function watchNodesJob(parts: LostNodesParts): JobDefinition {
  const { db, node, log } = parts;
  /** Since when, in `ticks`, this process has seen this heartbeat of a node, by the id of the node. */
  const sightings = new Map<string, { seenAt: string | null; since: number }>();
  /** Checks in progress, by recording id. */
  const checking = new Map<string, Promise<void>>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Seconds for which this process has watched the node without a new heartbeat. */
  const secondsWatched = ({ nodeId, seenAt }: RecordElsewhere): number => {
    const known = sightings.get(nodeId);
    if (known?.seenAt === seenAt) return (ticks() - known.since) / 1000;
    sightings.set(nodeId, { seenAt, since: ticks() });
    return 0;
  };

  const judge = async (record: RecordElsewhere): Promise<void> => {
    const watched = secondsWatched(record);
    if (watched < timings.watchedSeconds) return;
    const away = record.secondsAway ?? watched;
    if (away >= timings.failAfterSeconds) await failLost(parts, record, away);
    else if (away >= placeTimings.goneAfterSeconds && record.state !== 'processing')
      await giveUp(parts, record, away);
  };

  const begin = (record: RecordElsewhere): void => {
    const { id: recordId, roomId } = record;
    const checked = judge(record)
      .catch((error: unknown) => {
        if (isDatabaseAway(error)) return;
        const about = { err: error, recordId, roomId };
        log.error(about, 'giving up a recording of a lost node failed; will retry');
      })
      .finally(() => checking.delete(recordId));
    checking.set(recordId, checked);
  };

  const run = async (): Promise<void> => {
    const found = await findUnendedElsewhere(db, node);
    if (ticks() - lookedAt > blindAfterMs) sightings.clear();
    lookedAt = ticks();
    const nodes = new Set(found.map(({ nodeId }) => nodeId));
    for (const known of sightings.keys()) if (!nodes.has(known)) sightings.delete(known);
    // Each recording separately: a locked room or a hanging media server does not delay others.
    for (const record of found) if (!checking.has(record.id)) begin(record);
  };
  return { everyMs: timings.lookMs, run, end: async () => void (await Promise.all(checking.values())) };
}
