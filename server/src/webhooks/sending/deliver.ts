import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { now } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import { type Db, isDatabaseAway } from '../../platform/db/db.ts';
import type { Cidr } from '../../platform/http/networks.ts';
import type { Logger } from '../../platform/log.ts';
import { plansWithWebhooks } from '../access.ts';
import { requestOf, type Signable, type Signatures, sign, unseal } from '../secret.ts';
import { type Resolve, resolveHost } from '../targets.ts';
import {
  type AttemptNote,
  type ClaimedDelivery,
  channel,
  claimDeliveries,
  letGo,
  letGoOfAll,
  noteAttempt,
} from './deliveries.store.ts';
import { listen } from './listen.ts';
import { type Outcome, send } from './send.ts';
import { Turns } from './turns.ts';

export interface DeliveringParts {
  /** This node's name; nobody else sends under it at the same time. */
  node: string;
  db: Db;
  pool: pg.Pool;
  keyring: Keyring;
  log: Logger;
  allowedNetworks: Cidr[];
  /** Seconds before the second and the third attempt. */
  retrySeconds: readonly number[];
  resolve?: Resolve;
}

const attemptMs = 10_000;
/** Longer than any attempt may last, waiting for its turn and noting included. */
const holdSeconds = 20;
const perTarget = 4;
/** An attempt that waits costs a socket and little else: so many that dozens of dead targets leave room for the living. */
const atOnce = 256;
const claimedTogether = 32;
/** The net below the notices. */
const pollMs = 2000;
const stopMs = 3000;
const noteAgainMs = 500;

const unsignable: Outcome = {
  isProcessed: false,
  durationMs: 0,
  statusCode: null,
  answer: null,
  error: 'the secret cannot be read any more; make a new one',
};

const signableOf = (delivery: ClaimedDelivery): Signable => ({
  eventId: delivery.event_id,
  body: delivery.body,
  callId: delivery.call_id,
  isTest: delivery.is_test,
});

/** Sends what is due, again and again, until it is stopped. Any number of nodes may do it at once. */
class Deliverer {
  readonly #parts: DeliveringParts;
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #turns = new Turns();
  readonly #poll: NodeJS.Timeout;
  #timer: { at: number; timeout: NodeJS.Timeout } | undefined;
  #claiming: Promise<void> | undefined;
  #isWanted = false;
  #hasLetGo = false;

  constructor(parts: DeliveringParts) {
    this.#parts = parts;
    this.#poll = setInterval(() => this.wake(), pollMs);
  }

  /** Looks for work now; while it is looking already, once more afterwards. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#isWanted) this.wake();
    });
  }

  #wakeIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#timer && this.#timer.at <= at) return;
    if (this.#timer) clearTimeout(this.#timer.timeout);
    const timeout = setTimeout(() => {
      this.#timer = undefined;
      this.wake();
    }, milliseconds);
    this.#timer = { at, timeout };
  }

  async #claimAll(): Promise<void> {
    while (this.#isWanted && !this.#stopping.signal.aborted) {
      this.#isWanted = false;
      const limit = Math.min(claimedTogether, atOnce - this.#running.size);
      if (limit <= 0) return;
      const claimed = await this.#claim(limit);
      for (const delivery of claimed) this.#begin(delivery);
      if (claimed.length === limit) this.#isWanted = true;
    }
  }

  async #claim(limit: number): Promise<ClaimedDelivery[]> {
    try {
      const attempts = 1 + this.#parts.retrySeconds.length;
      await this.#letGoOnce();
      const wish = {
        node: this.#parts.node,
        limit,
        perTarget,
        holdSeconds,
        attempts,
        plans: plansWithWebhooks,
      };
      return await claimDeliveries(this.#parts.db, wish);
    } catch (error) {
      // The database is away: the poll tries again.
      this.#parts.log.warn({ reason: (error as Error).message }, 'webhook deliveries could not be claimed');
      return [];
    }
  }

  /** What a predecessor of ours held when it was killed needs not wait until its hold runs out. */
  async #letGoOnce(): Promise<void> {
    if (this.#hasLetGo) return;
    await letGoOfAll(this.#parts.db, this.#parts.node);
    this.#hasLetGo = true;
  }

  #begin(delivery: ClaimedDelivery): void {
    const work = this.#attempt(delivery)
      .catch((error: Error) => this.#parts.log.error({ err: error }, 'a webhook delivery failed here'))
      .finally(() => {
        this.#running.delete(work);
        this.wake();
      });
    this.#running.add(work);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const isFirst = delivery.attempts === 1;
    const turn = isFirst ? this.#turns.take(delivery.room_id) : undefined;
    try {
      await turn?.come;
      const startedAt = now();
      const signed = this.#sign(delivery, startedAt);
      const outcome = signed ? await this.#send(delivery, signed, () => turn?.pass()) : unsignable;
      const sent = signed ? { ...signed, url: delivery.url } : null;
      if (outcome) await this.#note(delivery, { ...outcome, startedAt, sent });
      else await letGo(this.#parts.db, delivery);
    } finally {
      turn?.pass();
    }
  }

  /** @returns undefined when our own stop cut it short */
  async #send(
    delivery: ClaimedDelivery,
    signed: Signatures,
    onSending: () => void,
  ): Promise<Outcome | undefined> {
    const { allowedNetworks, resolve = resolveHost } = this.#parts;
    const stop = this.#cutting.signal;
    const { url } = delivery;
    const request = requestOf(signableOf(delivery), signed);
    try {
      return await send({ url, request, allowedNetworks, resolve, timeoutMs: attemptMs, stop, onSending });
    } catch (error) {
      if (stop.aborted) return undefined;
      throw error;
    }
  }

  /** @returns undefined when the secret cannot be read */
  #sign(delivery: ClaimedDelivery, at: Date): Signatures | undefined {
    const { keyring, log } = this.#parts;
    const { secret, previous_secret: previous } = delivery;
    try {
      const secrets = [unseal(keyring, secret), ...(previous ? [unseal(keyring, previous)] : [])] as const;
      return sign(signableOf(delivery), secrets, at);
    } catch {
      log.error({ delivery: delivery.id }, 'no key of LECTERN_SECRET_KEY opens this webhook secret');
      return undefined;
    }
  }

  async #note(delivery: ClaimedDelivery, note: Omit<AttemptNote, 'retryAfter'>): Promise<void> {
    const { db, retrySeconds, log } = this.#parts;
    const isLast = note.isProcessed || delivery.last_attempt !== null;
    const retryAfter = isLast ? null : (retrySeconds[delivery.attempts - 1] ?? null);
    log.debug({ delivery: delivery.id, status: note.statusCode, error: note.error }, 'webhook attempt');
    // What was sent must not be sent again because the database was away for a moment.
    while (true) {
      try {
        await noteAttempt(db, delivery, { ...note, retryAfter });
        break;
      } catch (error) {
        if (this.#cutting.signal.aborted || !isDatabaseAway(error)) throw error;
        await pause(noteAgainMs);
      }
    }
    if (retryAfter !== null) this.#wakeIn(retryAfter * 1000 + 5);
  }

  /** Claims nothing more, gives running attempts a moment, and lets the rest go. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#poll);
    clearTimeout(this.#timer?.timeout);
    await this.#claiming;
    const done = Promise.allSettled(this.#running);
    const cut = setTimeout(() => this.#cutting.abort(new Error('stopping')), stopMs);
    await done;
    clearTimeout(cut);
  }
}

/**
 * Begins to send deliveries as they are written.
 * @returns the way to stop, which resolves when nothing is under way any more
 */
export function startDelivering(parts: DeliveringParts): () => Promise<void> {
  const deliverer = new Deliverer(parts);
  const { pool, log } = parts;
  const deafen = listen({ pool, channel, log, onNotice: () => deliverer.wake() });
  deliverer.wake();
  return async () => {
    await Promise.all([deliverer.stop(), deafen()]);
  };
}
