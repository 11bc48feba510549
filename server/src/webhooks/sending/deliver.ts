import { setTimeout as pause } from 'node:timers/promises';
import { now, ticks } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Cidr } from '../../platform/http/networks.ts';
import { type Resolve, resolveHost } from '../../platform/http/outgoing/targets.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { plansWithWebhooks } from '../access.ts';
import { requestOf, type Signable, type Signatures, sign, unseal } from '../secret.ts';
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
  keyring: Keyring;
  log: Logger;
  allowedNetworks: Cidr[];
  /** LECTERN_WEBHOOK_RETRY_SECONDS: the pause after each attempt that fails; there is one attempt more. */
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
  isSample: delivery.is_sample,
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
  readonly #cutting = new AbortController();
  readonly #lanes = new Lanes(() => this.#wake());
  readonly #turns = new RoomOrder();
  readonly #notes: AttemptWriter;
  #timer: { at: number; timeout: NodeJS.Timeout } | undefined;
  #wake: () => void = () => undefined;
  #after = '';
  #knowsItsHolds = false;

  constructor(parts: DeliveringParts) {
    this.#parts = parts;
    this.#attempts = 1 + parts.retrySeconds.length;
    this.#notes = new AttemptWriter(parts.db, this.#cutting.signal);
  }

  #wakeIn(milliseconds: number): void {
    const at = ticks() + milliseconds;
    if (this.#timer && this.#timer.at <= at) return;
    if (this.#timer) clearTimeout(this.#timer.timeout);
    const timeout = setTimeout(() => {
      this.#timer = undefined;
      this.#wake();
    }, milliseconds);
    this.#timer = { at, timeout };
  }

  /** Claims until nothing is due or no slot is free; the first free one wakes the job. */
  async claimAll(stop: AbortSignal, wake: () => void): Promise<void> {
    this.#wake = wake;
    // This run may be woken for a webhook that the round under way has passed: then another round follows.
    let isRoundMissing = this.#after !== '';
    for (let isMore = true; isMore && !stop.aborted; ) {
      const { well, troubled } = this.#lanes.free;
      const free = { well: Math.min(well, together.well), troubled: Math.min(troubled, together.troubled) };
      if (free.well + free.troubled === 0) return;
      const begin = ticks();
      const { claimed, next } = await this.#claim(free);
      const lateAt = begin + timings.beginWithinMs;
      for (const delivery of claimed) this.#lanes.enter(delivery, this.#begin(delivery, lateAt));
      this.#after = next;
      const aside = claimed.filter((delivery) => delivery.is_troubled).length;
      const isFull = claimed.length - aside >= free.well || (aside > 0 && aside >= free.troubled);
      isMore = isFull || next !== '' || isRoundMissing;
      if (next === '') isRoundMissing = false;
      await pause(Math.max(paceMs, ticks() - begin));
    }
  }

  async #claim(free: Lanes['free']): Promise<Claim> {
    const { node, db } = this.#parts;
    try {
      // Claims of a killed predecessor, and those whose commit got no response, need not expire.
      if (!this.#knowsItsHolds) await releaseLostClaims(db, node, this.#lanes.ids);
      this.#knowsItsHolds = true;
      return await claimDeliveries(db, {
        ...{ node, after: this.#after, free, attempts: this.#attempts, plans: plansWithWebhooks },
        ...{
          holdSeconds: timings.holdSeconds,
          beginSeconds: timings.beginSeconds,
          slowSeconds: slowMs / 1000,
        },
      });
    } catch (error) {
      this.#knowsItsHolds = false;
      this.#after = '';
      throw error;
    }
  }

  /** Ends deliveries that may no longer be sent. */
  async endUnsendable(stop: AbortSignal): Promise<void> {
    const { db } = this.#parts;
    await failLost(db, this.#attempts);
    while (!stop.aborted && (await failForbidden(db, plansWithWebhooks))) {}
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
        await this.#storeAttempt(delivery, { ...unsignable, startedAt, sent: null });
        return;
      }
      const { url } = delivery;
      const sent = { ...signed, url };
      const { allowedNetworks, resolve = resolveHost } = this.#parts;
      const stop = this.#cutting.signal;
      const outcome = await sendAttempt({
        ...{ url, request: requestOf(signableOf(delivery), signed), allowedNetworks, resolve },
        ...{ timeoutMs: timings.attemptMs, stop, onSending },
      }).catch((error: unknown) => (stop.aborted ? undefined : Promise.reject(error)));
      if (outcome) await this.#storeAttempt(delivery, { ...outcome, startedAt, sent });
      else await saveCutAttempt(this.#parts.db, { claimed: delivery, startedAt, endedAt: now(), sent });
    } finally {
      turn?.pass();
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

  async #storeAttempt(
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

  /** Waits a moment for running attempts, and cuts the rest. */
  async stop(): Promise<void> {
    const cut = setTimeout(() => this.#cutting.abort(new Error('stopping')), stopMs);
    await this.#lanes.emptied();
    clearTimeout(cut);
    clearTimeout(this.#timer?.timeout);
  }
}

/**
 * Sends deliveries, and ends those that may not be sent. Their queue is not that of `platform/jobs/queue.ts`: one claim
 * takes many, fair among receivers, and each holds for one attempt, which is never extended (docs/decisions/0012).
 */
export function deliveringJobs(parts: DeliveringParts): Record<'deliver' | 'end', JobDefinition> {
  const deliverer = new Deliverer(parts);
  return {
    deliver: {
      everyMs: timings.pollMs,
      wokenBy: [channel],
      // The outage of the database is logged, since receivers notice it.
      awayService: () => undefined,
      run: (stop, wake) => deliverer.claimAll(stop, wake),
      end: () => deliverer.stop(),
    },
    end: { everyMs: timings.pollMs, run: (stop) => deliverer.endUnsendable(stop) },
  };
}
