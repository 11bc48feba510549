import { now, seconds } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Cidr } from '../../../platform/http/networks.ts';
import { type Resolve, resolveHost } from '../../../platform/http/outgoing/targets.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import { type AttemptOutcome, sendAttempt } from '../../../webhooks/webhooks.ts';
import type { HookContentParts } from '../../hooks/content.ts';
import { isHookOfInstallation } from '../../hooks/hooks.store.ts';
import { queueEvents } from '../../hooks/queue.ts';
import { hasRunningCall } from '../meeting.store.ts';
import { callbackContent, callbackRequest } from '../requests.ts';
import type { SecretsOf } from '../secrets.ts';
import { saveAttempt } from './attempts.store.ts';
import {
  type ClaimedCallback,
  claimCallbacks,
  releaseCallback,
  releaseLostCallbacks,
} from './claims.store.ts';
import { callbacksChannel } from './deliveries.store.ts';

export interface CallbackParts extends HookContentParts {
  /** This node's id; no other process may send under it. */
  node: string;
  db: Db;
  log: Logger;
  allowedNetworks: Cidr[];
  /** LECTERN_BBB_RETRY_SECONDS: the pauses after attempts that fail; the last one repeats. */
  retrySeconds: readonly number[];
  secretsOf: SecretsOf;
  resolve?: Resolve;
}

export const timings = {
  attemptMs: 10_000,
  /** Longer than any attempt including its content and its write. */
  holdSeconds: 30,
  /** Polling covers lost notifications. */
  pollMs: 2000,
};
/** How many attempts one node makes at once. */
const slots = { first: 64, later: 32 };
const stopMs = 1500;
/** A receiver that does not accept our key may get it soon; one that never does is not asked for a day. */
const mostUnauthorized = 3;

const notSent = (error: string): AttemptOutcome => ({
  ...{ isProcessed: false, durationMs: 0, statusCode: null, answer: null },
  error,
});

const aboutOf = ({ id, spaceId, eventName, attempts }: ClaimedCallback) => ({
  ...{ deliveryId: id, spaceId, eventName },
  attempt: attempts,
});

interface Attempted extends AttemptOutcome {
  /** No later attempt can succeed. */
  isLast?: boolean;
}

/** Claims and sends due deliveries until it is stopped. Any number of nodes may do so concurrently. */
class CallbackDeliverer {
  readonly #parts: CallbackParts;
  readonly #cutting = new AbortController();
  readonly #running = new Map<string, { isFirst: boolean; work: Promise<void> }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #wake: () => void = () => undefined;
  #knowsItsHolds = false;

  constructor(parts: CallbackParts) {
    this.#parts = parts;
  }

  #free() {
    const running = [...this.#running.values()];
    const first = running.filter(({ isFirst }) => isFirst).length;
    return { first: slots.first - first, later: slots.later - (running.length - first) };
  }

  /** Claims until nothing is due or no slot is free; each end of an attempt wakes the job. */
  async claimAll(stop: AbortSignal, wake: () => void): Promise<void> {
    this.#wake = wake;
    const { db, node } = this.#parts;
    // Claims of a killed predecessor need not expire.
    if (!this.#knowsItsHolds) await releaseLostCallbacks(db, node, [...this.#running.keys()]);
    this.#knowsItsHolds = true;
    await queueEvents(db, stop);
    let after = '';
    do {
      const free = this.#free();
      if (free.first + free.later <= 0) return;
      const { holdSeconds } = timings;
      const { claimed, next } = await claimCallbacks(db, { node, after, free, holdSeconds });
      for (const delivery of claimed) this.#begin(delivery);
      after = next;
    } while (after !== '' && !stop.aborted);
  }

  #begin(delivery: ClaimedCallback): void {
    const work = this.#attempt(delivery)
      .catch((err: Error) =>
        this.#parts.log.error({ ...aboutOf(delivery), err }, 'a BigBlueButton callback failed here'),
      )
      .finally(() => {
        this.#running.delete(delivery.id);
        this.#wake();
      });
    this.#running.set(delivery.id, { isFirst: delivery.attempts === 1, work });
  }

  async #attempt(delivery: ClaimedCallback): Promise<void> {
    const startedAt = now();
    const outcome = await this.#send(delivery).catch((error: unknown) =>
      this.#cutting.signal.aborted ? undefined : Promise.reject(error),
    );
    if (!outcome) {
      await releaseCallback(this.#parts.db, delivery);
      this.#wakeIn(seconds(1));
      return;
    }
    const { isLast, ...stored } = outcome;
    const retryAfter = isLast ? null : this.#pauseAfter(delivery, outcome);
    const { statusCode: status, error } = outcome;
    this.#parts.log.debug({ ...aboutOf(delivery), status, error, retryAfter }, 'BigBlueButton callback');
    await saveAttempt(this.#parts.db, delivery, { ...stored, startedAt, retryAfter });
    if (retryAfter !== null) this.#wakeIn(seconds(retryAfter));
  }

  /** @returns undefined while its figures still change @throws the reason of our own stop */
  async #send(delivery: ClaimedCallback): Promise<Attempted | undefined> {
    const { db, webUrl, allowedNetworks, secretsOf, resolve = resolveHost } = this.#parts;
    if (delivery.eventName === 'analytics' && (await hasRunningCall(db, delivery.meetingId)))
      return undefined;
    const content = await callbackContent(db, this.#parts, delivery);
    const { meeting } = content;
    if (!meeting || 'missing' in content)
      return { ...notSent('missing' in content ? content.missing : ''), isLast: true };
    const { hookId, spaceId } = delivery;
    const isOfInstallation = hookId ? await isHookOfInstallation(db, hookId) : meeting.isOfInstallation;
    const secrets = await secretsOf(db, { spaceId, isOfInstallation });
    // During an overlap the receiver may know the previous secret only.
    const secret = secrets[(delivery.attempts - 1) % Math.max(secrets.length, 1)];
    if (secret === undefined) return notSent('the API of this group is off, or its secret cannot be read');
    const { url, request, hidden } = await callbackRequest({
      ...delivery,
      ...{ body: content.body, secret, meeting, domain: webUrl.hostname },
    });
    const outcome = await sendAttempt({
      ...{ url, request, allowedNetworks, resolve },
      ...{ timeoutMs: timings.attemptMs, stop: this.#cutting.signal },
    });
    // A receiver may repeat the request in its response.
    const answer =
      outcome.answer && hidden.reduce((text, part) => text.replaceAll(part, '…'), outcome.answer);
    return { ...outcome, answer, isLast: this.#isRefusedForGood(delivery, outcome) };
  }

  #isRefusedForGood({ attempts }: ClaimedCallback, { statusCode }: AttemptOutcome): boolean {
    return statusCode === 410 || (statusCode === 401 && attempts >= mostUnauthorized);
  }

  /** @returns the seconds until the next attempt; null: there is none */
  #pauseAfter({ attempts, lastAttempt, expiresAt }: ClaimedCallback, { isProcessed }: AttemptOutcome) {
    if (isProcessed || lastAttempt !== null) return null;
    const { retrySeconds } = this.#parts;
    const retryAfter = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? 0;
    return now().getTime() + seconds(retryAfter) > expiresAt.getTime() ? null : retryAfter;
  }

  #wakeIn(milliseconds: number): void {
    // Polling finds the others in time.
    if (milliseconds >= timings.pollMs) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#wake();
    }, milliseconds + 5);
    this.#timers.add(timer);
  }

  /** Waits a moment for running attempts, and cuts the rest. */
  async stop(): Promise<void> {
    const cut = setTimeout(() => this.#cutting.abort(new Error('stopping')), stopMs);
    while (this.#running.size > 0)
      await Promise.allSettled([...this.#running.values()].map(({ work }) => work));
    clearTimeout(cut);
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

/** Sends the callbacks of meetings (docs/decisions/0210). */
export function callbackJob(parts: CallbackParts): JobDefinition {
  const deliverer = new CallbackDeliverer(parts);
  return {
    everyMs: timings.pollMs,
    wokenBy: [callbacksChannel],
    // The outage of the database is logged, since receivers notice it.
    awayService: () => undefined,
    run: (stop, wake) => deliverer.claimAll(stop, wake),
    end: () => deliverer.stop(),
  };
}
