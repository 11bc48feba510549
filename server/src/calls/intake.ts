import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import {
  type EngineEvent,
  endOfDiagnosticsRoom,
  type MediaEngine,
  WebhookRefused,
} from '../engines/media/media.ts';
import { seconds } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { limitKeyOf } from '../platform/http/networks.ts';
import { CountedWarning } from '../platform/logging/counted-warning.ts';
import { recordEvent } from './events.ts';
import type { CallParts } from './parts.ts';

/** The path to which the media server sends its webhooks. */
export const engineIntakePath = '/engine/livekit';

/** An event describes one room, one participant and one track: a few KiB. */
const bodyLimit = 256 * 1024;
/** Requests with a bad signature that one address may send in a minute before it gets 429. */
const refusalsPerMinute = 60;

/**
 * Refuses webhooks that the media server did not sign. Only these count against the limit of an address: the media
 * server may share its address with anybody behind a proxy, and a crowd that enters at once causes thousands of events.
 */
class Guard {
  readonly #engine: Pick<MediaEngine, 'verifyWebhook' | 'isWebhookToken'>;
  // Counted on each node: an attack on one node must not keep Redis busy.
  readonly #limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });
  readonly #refused: CountedWarning;

  constructor({ engine, log }: Pick<CallParts, 'engine' | 'log'>) {
    this.#engine = engine;
    this.#refused = new CountedWarning(
      log,
      'rejected LiveKit webhook: bad signature. If calls are not noticed, check that LIVEKIT_API_KEY and LIVEKIT_API_SECRET are those of the media server',
    );
  }

  /** Checks the token before the body is read. */
  async admit(request: FastifyRequest): Promise<void> {
    const isSigned = await this.#engine.isWebhookToken(request.headers.authorization);
    if (!isSigned) await this.#refuse(request, 'the token is not signed by the media server');
  }

  async verify(request: FastifyRequest): Promise<EngineEvent | undefined> {
    const body = typeof request.body === 'string' ? request.body : '';
    try {
      return await this.#engine.verifyWebhook(body, request.headers.authorization);
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      return this.#refuse(request, error.message);
    }
  }

  async #refuse({ ip }: FastifyRequest, reason: string): Promise<never> {
    this.#refused.note({ reason, ip });
    const { consumedPoints, msBeforeNext } = await this.#limiter.consume(limitKeyOf(ip));
    if (consumedPoints <= refusalsPerMinute) throw new Refusal('unauthorized');
    throw new Refusal('rate_limited', { retryAfter: Math.ceil(msBeforeNext / seconds(1)) });
  }
}

/**
 * Accepts the media server's signed webhooks. The signature covers the bytes, so the body is not parsed first. If an
 * event cannot be stored now, the response is 5xx, and the media server sends it again.
 */
export async function registerEngineIntake(app: FastifyInstance, parts: CallParts): Promise<void> {
  const guard = new Guard(parts);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(engineIntakePath, {
      bodyLimit,
      onRequest: (request) => guard.admit(request),
      handler: async (request) => {
        const event = await guard.verify(request);
        // Tests of the connection are no calls.
        if (event && !endOfDiagnosticsRoom(event.roomId)) await recordEvent(parts, event);
        return {};
      },
    });
  });
}
