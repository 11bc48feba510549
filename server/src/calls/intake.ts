import type { FastifyInstance } from 'fastify';
import { type EngineEvent, WebhookRefused } from '../engines/media/media.ts';
import { Refusal } from '../platform/errors.ts';
import { recordEvent } from './events.ts';
import type { CallParts } from './parts.ts';

/** Where the media engine tells what happened. */
export const engineIntakePath = '/engine/livekit';

async function verified(
  { engine, log }: CallParts,
  body: string,
  authorization: string | undefined,
): Promise<EngineEvent | undefined> {
  try {
    return await engine.verifyWebhook(body, authorization);
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    log.warn({ reason: error.message }, 'somebody who is not the media engine spoke in its name');
    throw new Refusal('unauthorized');
  }
}

/**
 * Takes in the engine's signed webhooks. The signature covers the bytes, so the body is read as they came;
 * what cannot be written down now is answered 5xx, and the engine brings it again.
 */
export async function registerEngineIntake(app: FastifyInstance, parts: CallParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(engineIntakePath, async (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const event = await verified(parts, body, request.headers.authorization);
      if (event) await recordEvent(parts, event);
      return {};
    });
  });
}
