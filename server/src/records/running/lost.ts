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

/** When this process first saw this heartbeat of a node, in `ticks`. */
interface Sighting {
  seenAt: string | null;
  since: number;
}

/** Gives up the recordings of lost nodes. Several nodes may do so at once (docs/decisions/0029). */
class LostNodes {
  readonly #parts: LostNodesParts;
  readonly #sightings = new Map<string, Sighting>();
  /** Checks in progress, by recording id. */
  readonly #checking = new Map<string, Promise<void>>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: LostNodesParts) {
    this.#parts = parts;
  }

  /** Checks each recording separately: a locked room or a hanging media server does not delay others. */
  async look(): Promise<void> {
    const { db, node } = this.#parts;
    const found = await findUnendedElsewhere(db, node);
    if (ticks() - this.#lookedAt > blindAfterMs) this.#sightings.clear();
    this.#lookedAt = ticks();
    const nodes = new Set(found.map(({ nodeId }) => nodeId));
    for (const known of this.#sightings.keys()) if (!nodes.has(known)) this.#sightings.delete(known);
    for (const record of found) if (!this.#checking.has(record.id)) this.#begin(record);
  }

  #begin(record: RecordElsewhere): void {
    const checked = this.#judge(record)
      .catch((error: unknown) => {
        if (isDatabaseAway(error)) return;
        this.#parts.log.error(
          { err: error, recordId: record.id, roomId: record.roomId },
          'giving up a recording of a lost node failed; will retry',
        );
      })
      .finally(() => this.#checking.delete(record.id));
    this.#checking.set(record.id, checked);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#checking.values());
  }

  async #judge(record: RecordElsewhere): Promise<void> {
    const watched = this.#watchedSeconds(record);
    if (watched < timings.watchedSeconds) return;
    const away = record.secondsAway ?? watched;
    if (away >= timings.failAfterSeconds) await this.#fail(record, away);
    else if (away >= placeTimings.goneAfterSeconds && record.state !== 'processing')
      await this.#giveUp(record, away);
  }

  /** Seconds for which this process has watched the node without a new heartbeat. */
  #watchedSeconds({ nodeId, seenAt }: RecordElsewhere): number {
    const known = this.#sightings.get(nodeId);
    if (known?.seenAt === seenAt) return (ticks() - known.since) / 1000;
    this.#sightings.set(nodeId, { seenAt, since: ticks() });
    return 0;
  }

  /** Fails a recording whose node did not return: its media is lost, and the integrator gets the end. */
  async #fail(record: RecordElsewhere, away: number): Promise<void> {
    const { db, records, log } = this.#parts;
    const { id: recordId, nodeId } = record;
    const ended = await inTransaction(db, async (trx) => {
      await lockRecord(trx, recordId);
      if (await wasSeenSince(trx, record)) return undefined;
      return failRecord(records, trx, { recordId, failure: 'recorder_lost' });
    });
    if (ended)
      log.warn(
        { recordId, roomId: record.roomId, nodeId, ...rounded(away) },
        'failed a recording: its node is gone',
      );
  }

  /**
   * Stops a recording so that the room can be recorded again at once. If it has media, it stays `processing` until
   * its node returns and finishes it.
   */
  async #giveUp(record: RecordElsewhere, away: number): Promise<void> {
    const { db, records, log } = this.#parts;
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
    log.warn(
      { recordId, roomId, nodeId, ...rounded(away) },
      'stopped a recording: its node sends no heartbeat',
    );
    void this.#removeFromCall(record);
  }

  /** The recorder may still run if only its server froze or lost the network. */
  async #removeFromCall({ id: recordId, roomId }: RecordElsewhere): Promise<void> {
    const { recorder, log } = this.#parts;
    await recorder.removeFromCall({ recordId, roomId }).catch((error: Error) => {
      log.warn(
        { recordId, roomId, reason: error.message },
        'could not remove the recorder of a lost node from its call',
      );
    });
  }
}

const rounded = (away: number) => ({ secondsAway: Math.round(away) });

/**
 * Watches the nodes that record. Rooms are notified that their recording stopped within 20 s of the node's last
 * heartbeat.
 */
export function watchNodesJob(parts: LostNodesParts): JobDefinition {
  const lost = new LostNodes(parts);
  return { everyMs: timings.lookMs, run: () => lost.look(), end: () => lost.settle() };
}
