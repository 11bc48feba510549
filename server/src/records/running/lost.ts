import { lockRoomOfCall } from '../../calls/calls.ts';
import type { RecorderEngine } from '../../engines/recorder/recorder.ts';
import { now, ticks } from '../../platform/clock.ts';
import { type Db, inTransaction, isDatabaseAway } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/log.ts';
import { repeat } from '../../platform/repeat.ts';
import { failRecord, stopRecord } from '../lifecycle.ts';
import type { RecordParts } from '../parts.ts';
import { waits as placeWaits } from '../slots.store.ts';
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

/** This process was away itself (the machine was suspended, the database did not answer): it saw no node meanwhile. */
const blindAfterMs = 4000;
export const waits = {
  lookMs: 1000,
  /**
   * Longer than a machine takes to start again, with what it recorded on its disk; an integrator who waits for the end
   * of a recording hears of it in the same hour.
   */
  failAfterSeconds: 600,
  /** Two heartbeats: after an outage of the database every node has the time for one. */
  watchedSeconds: 12,
};

/** A node as this process saw it: the moment it was first found with this heartbeat, in `ticks`. */
interface Sighting {
  seenAt: string | null;
  since: number;
}

/** Gives up the recordings of nodes that are gone. Any number of nodes may do it at once. */
class LostNodes {
  readonly #parts: LostNodesParts;
  readonly #sightings = new Map<string, Sighting>();
  /** By recording. */
  readonly #judging = new Map<string, Promise<void>>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: LostNodesParts) {
    this.#parts = parts;
  }

  /** Judges each recording by itself: a room that is locked, or a media server that hangs, holds up no other room. */
  async look(): Promise<void> {
    const { db, node } = this.#parts;
    const found = await findUnendedElsewhere(db, node);
    if (ticks() - this.#lookedAt > blindAfterMs) this.#sightings.clear();
    this.#lookedAt = ticks();
    const nodes = new Set(found.map(({ nodeId }) => nodeId));
    for (const known of this.#sightings.keys()) if (!nodes.has(known)) this.#sightings.delete(known);
    for (const record of found) if (!this.#judging.has(record.id)) this.#begin(record);
  }

  #begin(record: RecordElsewhere): void {
    const judged = this.#judge(record)
      .catch((error: unknown) => {
        if (isDatabaseAway(error)) return;
        this.#parts.log.error(
          { err: error, recordId: record.id },
          'giving up a recording of a lost node failed',
        );
      })
      .finally(() => this.#judging.delete(record.id));
    this.#judging.set(record.id, judged);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#judging.values());
  }

  async #judge(record: RecordElsewhere): Promise<void> {
    const watched = this.#watchedSeconds(record);
    if (watched < waits.watchedSeconds) return;
    const away = record.secondsAway ?? watched;
    if (away >= waits.failAfterSeconds) await this.#fail(record, away);
    else if (away >= placeWaits.goneAfterSeconds && record.state !== 'processing')
      await this.#giveUp(record, away);
  }

  /** For how long this process has watched the node without any sign of it. */
  #watchedSeconds({ nodeId, seenAt }: RecordElsewhere): number {
    const known = this.#sightings.get(nodeId);
    if (known?.seenAt === seenAt) return (ticks() - known.since) / 1000;
    this.#sightings.set(nodeId, { seenAt, since: ticks() });
    return 0;
  }

  /** The node does not return: what it recorded is lost, and the integrator does not wait any longer. */
  async #fail(record: RecordElsewhere, away: number): Promise<void> {
    const { db, records, log } = this.#parts;
    const { id: recordId, nodeId } = record;
    const ended = await inTransaction(db, async (trx) => {
      await lockRecord(trx, recordId);
      if (await wasSeenSince(trx, record)) return undefined;
      return failRecord(records, trx, { recordId, failure: 'recorder_lost' });
    });
    if (ended) log.warn({ recordId, node: nodeId, ...rounded(away) }, 'failed a recording: its node is gone');
  }

  /**
   * The room can be recorded again at once. A recording with media waits as `processing` for its node, which finishes
   * what it has up to now.
   */
  async #giveUp(record: RecordElsewhere, away: number): Promise<void> {
    const { db, records, log } = this.#parts;
    const { id: recordId, nodeId, roomId } = record;
    const at = now();
    const ended = await inTransaction(db, async (trx) => {
      const room = await lockRoomOfCall(trx, roomId);
      const locked = await lockRecord(trx, recordId);
      // The locks may have been waited for.
      if (await wasSeenSince(trx, record)) return undefined;
      const stopped =
        locked?.state === 'new'
          ? await failRecord(records, trx, { recordId, failure: 'recorder_lost' })
          : await stopRecord(records, trx, { recordId, at, reason: 'recorder_lost' });
      if (stopped && room) await continueAutomatically(records, trx, room);
      return stopped;
    });
    // Otherwise another node was first, or the node is back.
    if (!ended) return;
    log.warn(
      { recordId, node: nodeId, ...rounded(away) },
      'stopped a recording: its node is not seen any more',
    );
    void this.#removeFromCall(record);
  }

  /** The recorder may still work, where only its server froze or was cut off. */
  async #removeFromCall({ id: recordId, roomId }: RecordElsewhere): Promise<void> {
    const { recorder, log } = this.#parts;
    await recorder.removeFromCall({ recordId, roomId }).catch((error: Error) => {
      log.warn(
        { recordId, reason: error.message },
        'could not remove the recorder of a lost node from its call',
      );
    });
  }
}

const rounded = (away: number) => ({ secondsAway: Math.round(away) });

/**
 * Begins to watch the nodes that record. Within 20 s of a node's last sign its rooms are told that the recording
 * stopped.
 * @returns ends it
 */
export function startWatchingRecorderNodes(parts: LostNodesParts): () => Promise<void> {
  const lost = new LostNodes(parts);
  const what = 'watching the nodes that record';
  const watching = repeat({ what, everyMs: waits.lookMs, log: parts.log }, () => lost.look());
  return async () => {
    await watching.stop();
    await lost.settle();
  };
}
