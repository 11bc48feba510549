import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { now, ticks } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import { type Db, isDatabaseAway } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Cidr } from '../../platform/http/networks.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { Outage } from '../../platform/logging/outage.ts';
import { plansWithWebhooks } from '../access.ts';
import { requestOf, type Signable, type Signatures, sign, unseal } from '../secret.ts';
import { type Resolve, resolveHost } from '../targets.ts';
import { AttemptWriter } from './attempt-writer.ts';
import { type AttemptRecord, saveCutAttempt } from './attempts.store.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  releaseClaim,
  releaseLostClaims,
} from './claims.store.ts';
import { channel } from './deliveries.store.ts';
import { failForbidden, failLost } from './endings.store.ts';
import { Lanes, slowMs } from './lanes.ts';
import { RoomOrder } from './room-order.ts';
import { type AttemptOutcome, sendAttempt } from './send.ts';

export interface DeliveringParts {
  /** This node's id; no other process may send under it. */
  node: string;
  db: Db;
  pool: pg.Pool;
  keyring: Keyring;
  log: Logger;
  allowedNetworks: Cidr[];
  /** Seconds before the second and the third attempt. */
  retrySeconds: readonly number[];
  resolve?: Resolve;
  /** Counts an attempt for the metrics; `failed`: there is no further one. */
  countAttempt?: (outcome: 'delivered' | 'retried' | 'failed') => void;
}

export const timings = {
  attemptMs: 10_000,
  /** Longer than any attempt including its wait and its write. */
  holdSeconds: 20,
  /** A later start could outlast the claim: this process was frozen in between. */
  beginWithinMs: 8_000,
  /** Longer than a live node takes to start what it claimed: at most three others of the room come first. */
  beginSeconds: 5,
  /** Polling covers lost notifications. */
  pollMs: 2000,
};
/** The most deliveries of one claim: more would only wait. */
const together = { well: 64, troubled: 32 };
/** The least pause between two claims: deliveries accumulate meanwhile, and the database has other work. */
const paceMs = 10;
const stopMs = 1500;

const unsignable: AttemptOutcome = {
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

/** The ids in each log line about a delivery. */
const aboutOf = ({ id, webhook_id, room_id, call_id, attempts }: ClaimedDelivery) => ({
  ...{ deliveryId: id, webhookId: webhook_id, roomId: room_id },
  ...(call_id !== null && { callId: call_id }),
  attempt: attempts,
});

/** Claims and sends due deliveries until it is stopped. Any number of nodes may do so concurrently. */
class Deliverer {
  readonly #parts: DeliveringParts;
  readonly #attempts: number;
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #lanes = new Lanes(() => this.wake());
  readonly #turns = new RoomOrder();
  readonly #notes: AttemptWriter;
  readonly #outage: Outage;
  readonly #poll: NodeJS.Timeout;
  #timer: { at: number; timeout: NodeJS.Timeout } | undefined;
  #claiming: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #isWanted = false;
  #after = '';
  #knowsItsHolds = false;

  constructor(parts: DeliveringParts) {
    this.#parts = parts;
    this.#attempts = 1 + parts.retrySeconds.length;
    this.#notes = new AttemptWriter(parts.db, this.#cutting.signal);
    const away = 'webhook deliveries wait: the database is away';
    this.#outage = new Outage(parts.log, { away, back: 'webhook deliveries go on' });
    this.#poll = setInterval(() => this.look(), timings.pollMs);
  }

  /** Looks for due deliveries, and for those that may no longer be sent. */
  look(): void {
    this.wake();
    this.#ending ??= this.#end().finally(() => {
      this.#ending = undefined;
    });
  }

  /** Claims now; if a claim is in progress, once more after it. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#isWanted) this.wake();
    });
  }

  #wakeIn(milliseconds: number): void {
    const at = ticks() + milliseconds;
    if (this.#timer && this.#timer.at <= at) return;
    if (this.#timer) clearTimeout(this.#timer.timeout);
    const timeout = setTimeout(() => {
      this.#timer = undefined;
      this.wake();
    }, milliseconds);
    this.#timer = { at, timeout };
  }

  async #claimAll(): Promise<void> {
    while ((this.#isWanted || this.#after !== '') && !this.#stopping.signal.aborted) {
      // A webhook that is announced during a round may have been passed already: then there is another round.
      if (this.#after === '') this.#isWanted = false;
      const { well, troubled } = this.#lanes.free;
      const free = { well: Math.min(well, together.well), troubled: Math.min(troubled, together.troubled) };
      if (free.well + free.troubled === 0) {
        // The first free slot wakes us.
        this.#isWanted = false;
        return;
      }
      const begin = ticks();
      const { claimed, next } = await this.#claim(free);
      const lateAt = begin + timings.beginWithinMs;
      for (const delivery of claimed) this.#lanes.enter(delivery, this.#begin(delivery, lateAt));
      this.#after = next;
      const aside = claimed.filter((delivery) => delivery.is_troubled).length;
      const isFull = claimed.length - aside >= free.well || (aside > 0 && aside >= free.troubled);
      if (isFull) this.#isWanted = true;
      await pause(Math.max(paceMs, ticks() - begin));
    }
  }

  async #claim(free: Lanes['free']): Promise<Claim> {
    const { node, db } = this.#parts;
    try {
      // Claims of a killed predecessor, and those whose commit got no response, need not expire.
      if (!this.#knowsItsHolds) await releaseLostClaims(db, node, this.#lanes.ids);
      this.#knowsItsHolds = true;
      const claim = await claimDeliveries(db, {
        ...{
          node,
          after: this.#after,
          free,
          holdSeconds: timings.holdSeconds,
          beginSeconds: timings.beginSeconds,
          slowSeconds: slowMs / 1000,
        },
        ...{ attempts: this.#attempts, plans: plansWithWebhooks },
      });
      this.#outage.back();
      return claim;
    } catch (error) {
      this.#knowsItsHolds = false;
      this.#triedAgain(error, 'webhook deliveries could not be claimed');
      return { claimed: [], next: '' };
    }
  }

  /** Ends deliveries that may no longer be sent. */
  async #end(): Promise<void> {
    const { db } = this.#parts;
    try {
      await failLost(db, this.#attempts);
      while (!this.#stopping.signal.aborted && (await failForbidden(db, plansWithWebhooks))) {}
    } catch (error) {
      this.#triedAgain(error, 'webhook deliveries could not be ended');
    }
  }

  /** The poll tries again. A database outage is logged once, any other error each time. */
  #triedAgain(error: unknown, what: string): void {
    if (isDatabaseAway(error)) this.#outage.away(error);
    else this.#parts.log.warn({ err: error }, what);
  }

  #begin(delivery: ClaimedDelivery, lateAt: number): Promise<void> {
    return this.#attempt(delivery, lateAt).catch((error: Error) =>
      this.#parts.log.error({ ...aboutOf(delivery), err: error }, 'a webhook delivery failed here'),
    );
  }

  async #attempt(delivery: ClaimedDelivery, lateAt: number): Promise<void> {
    const isFirst = delivery.attempts === 1;
    const turn = isFirst ? this.#turns.take(`${delivery.webhook_id} ${delivery.room_id}`) : undefined;
    try {
      await turn?.come;
      if (ticks() > lateAt) {
        await releaseClaim(this.#parts.db, delivery);
        return;
      }
      const startedAt = now();
      const signed = this.#sign(delivery, startedAt);
      // The next one of the room starts when these bytes have left, at the end of this event loop turn.
      const onSending = () => void setImmediate(() => turn?.pass());
      if (!signed) {
        await this.#note(delivery, { ...unsignable, startedAt, sent: null });
        return;
      }
      const sent = { ...signed, url: delivery.url };
      const outcome = await this.#send(delivery, signed, onSending);
      if (outcome) await this.#note(delivery, { ...outcome, startedAt, sent });
      else await saveCutAttempt(this.#parts.db, { claimed: delivery, startedAt, endedAt: now(), sent });
    } finally {
      turn?.pass();
    }
  }

  /** @returns undefined if our own stop cut it short */
  async #send(
    delivery: ClaimedDelivery,
    signed: Signatures,
    onSending: () => void,
  ): Promise<AttemptOutcome | undefined> {
    const { allowedNetworks, resolve = resolveHost } = this.#parts;
    const stop = this.#cutting.signal;
    const { url } = delivery;
    const request = requestOf(signableOf(delivery), signed);
    try {
      return await sendAttempt({
        url,
        request,
        allowedNetworks,
        resolve,
        timeoutMs: timings.attemptMs,
        stop,
        onSending,
      });
    } catch (error) {
      if (stop.aborted) return undefined;
      throw error;
    }
  }

  /** @returns undefined if the secret cannot be decrypted */
  #sign(delivery: ClaimedDelivery, at: Date): Signatures | undefined {
    const { keyring, log } = this.#parts;
    const { secret, previous_secret: previous } = delivery;
    try {
      const secrets = [unseal(keyring, secret), ...(previous ? [unseal(keyring, previous)] : [])] as const;
      return sign(signableOf(delivery), secrets, at);
    } catch {
      log.error(aboutOf(delivery), 'no key of LECTERN_SECRET_KEY opens this webhook secret');
      return undefined;
    }
  }

  async #note(
    claimed: ClaimedDelivery,
    what: Omit<AttemptRecord, 'claimed' | 'endedAt' | 'retryAfter'>,
  ): Promise<void> {
    const { retrySeconds, log } = this.#parts;
    const isLast = what.isProcessed || claimed.last_attempt !== null;
    const retryAfter = isLast ? null : (retrySeconds[claimed.attempts - 1] ?? null);
    const { statusCode: status, error, startedAt } = what;
    const ms = now().getTime() - startedAt.getTime();
    log.debug({ ...aboutOf(claimed), status, error, ms, retryAfter }, 'webhook attempt');
    await this.#notes.write({ ...what, claimed, endedAt: now(), retryAfter });
    this.#parts.countAttempt?.(what.isProcessed ? 'delivered' : retryAfter === null ? 'failed' : 'retried');
    if (retryAfter !== null) this.#wakeIn(retryAfter * 1000 + 5);
  }

  /** Stops claiming, waits a moment for running attempts, and cuts the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#poll);
    clearTimeout(this.#timer?.timeout);
    await Promise.all([this.#claiming, this.#ending]);
    const cut = setTimeout(() => this.#cutting.abort(new Error('stopping')), stopMs);
    await this.#lanes.emptied();
    clearTimeout(cut);
    clearTimeout(this.#timer?.timeout);
  }
}

/**
 * Starts sending deliveries.
 * @returns a function that stops it and resolves when no attempt is running
 */
export function startDelivering(parts: DeliveringParts): () => Promise<void> {
  const deliverer = new Deliverer(parts);
  const { pool, log } = parts;
  const stopListening = listen({ pool, channel, log, onNotice: () => deliverer.wake() });
  deliverer.look();
  return async () => {
    await Promise.all([deliverer.stop(), stopListening()]);
  };
}
