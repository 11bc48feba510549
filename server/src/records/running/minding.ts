import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type FileStore, FilesAway } from '../../engines/files/files.ts';
import { now, ticks } from '../../platform/clock.ts';
import { type Db, isDatabaseAway } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { failRecord, type LifecycleParts } from '../lifecycle.ts';
import { deletionsChannel } from '../store.ts';
import {
  deletedLeftover,
  type Leftover,
  leftoverBatch,
  markFilesRemoved,
  unendedElsewhere,
} from './running.store.ts';

export interface MindingParts {
  node: string;
  db: Db;
  pool: pg.Pool;
  files: Pick<FileStore, 'remove'>;
  lifecycle: LifecycleParts;
  log: Logger;
  /** Instead of ten minutes. */
  lostAfterSeconds?: number;
  everySeconds?: number;
}

/**
 * Longer than a machine takes to start again, with what it recorded on its disk; an integrator who waits for the end of
 * a recording hears of it in the same hour.
 */
const lostAfterSeconds = 600;
const everySeconds = 10;
/** So many recordings in a row whose files cannot be removed: it is the storage that is away. */
const mostInARow = 3;

/** What any node does for the recordings of all. */
class Minding {
  readonly #parts: MindingParts;
  /** Since when a node was not in the list, as far as this process has seen, in `ticks`. */
  readonly #missing = new Map<string, number>();
  /** The last one that was tried while some could not be removed: the next look goes on behind it. */
  #triedUpTo = '';

  constructor(parts: MindingParts) {
    this.#parts = parts;
  }

  async look(stop: AbortSignal): Promise<void> {
    await this.#failLost();
    let more = await this.#removeDeleted();
    while (more && !stop.aborted) more = await this.#removeDeleted();
  }

  /** A node that does not come back brings nothing to its end, and nobody is to wait for ever. */
  async #failLost(): Promise<void> {
    const { db, node, lifecycle, log, lostAfterSeconds: least = lostAfterSeconds } = this.#parts;
    const found = await unendedElsewhere(db, node);
    const names = new Set(found.map(({ nodeId }) => nodeId));
    for (const known of this.#missing.keys()) if (!names.has(known)) this.#missing.delete(known);
    for (const { id: recordId, nodeId, secondsAway } of found) {
      if (!this.#missing.has(nodeId)) this.#missing.set(nodeId, ticks());
      const away = secondsAway ?? (ticks() - (this.#missing.get(nodeId) ?? ticks())) / 1000;
      if (away < least) continue;
      log.warn({ recordId, node: nodeId }, 'the node of a recording is gone: the recording failed');
      await failRecord(lifecycle, db, { recordId, failure: 'recorder_lost' });
    }
  }

  /** @returns whether more are left: the batch was full and nothing failed */
  async #removeDeleted(): Promise<boolean> {
    const { db, log } = this.#parts;
    const failures: FilesAway[] = [];
    let inARow = 0;
    const batch = await deletedLeftover(db, this.#triedUpTo);
    for (const one of batch) {
      this.#triedUpTo = one.id;
      const failure = await this.#remove(one);
      if (failure) failures.push(failure);
      inARow = failure ? inARow + 1 : 0;
      if (inARow === mostInARow) break;
    }
    const [first] = failures;
    if (!first) {
      this.#triedUpTo = '';
      return batch.length === leftoverBatch;
    }
    const about = { reason: first.message, recordings: failures.length };
    log.warn(about, 'files of recordings wait to be removed');
    return false;
  }

  /** @returns why it has to wait */
  async #remove({ id, files: named, voiceKeys }: Leftover): Promise<FilesAway | undefined> {
    const { db, files } = this.#parts;
    const keys = [...Object.values(named ?? {}), ...voiceKeys];
    try {
      if (keys.length > 0) await files.remove(keys);
    } catch (error) {
      if (error instanceof FilesAway) return error;
      throw error;
    }
    await markFilesRemoved(db, id, now());
    return undefined;
  }
}

/**
 * Begins to look after the recordings of nodes that are gone, and the files of those that were deleted: at once after a
 * deletion, so that the storage's own addresses end too. Any number of nodes may do it at once.
 */
export function startMindingRecords(parts: MindingParts): () => Promise<void> {
  const stopping = new AbortController();
  const minding = new Minding(parts);
  const { pool, log, everySeconds: every = everySeconds } = parts;
  let waking = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      try {
        await minding.look(stopping.signal);
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'looking after recordings failed');
      }
      const signal = AbortSignal.any([stopping.signal, waking.signal]);
      await pause(every * 1000, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  const deafen = listen({ pool, channel: deletionsChannel, log, onNotice: () => waking.abort() });
  return async () => {
    stopping.abort();
    await Promise.all([running, deafen()]);
  };
}
