import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from '../platform/concurrency/fair-queue.ts';
import { Refusal } from '../platform/errors.ts';
import { type Call, type Outcome, readingMethods } from './calls.ts';
import { knownCalls } from './known-calls.ts';
import type { BbbParts } from './parts.ts';
import { BodyTooLarge } from './request/body.ts';
import { fail, failureIn, TooManyRequests } from './request/failures.ts';
import { askedIn, headersOfXml, sendXml } from './request/handle.ts';
import { type RequestedCall, targetOf } from './request/path.ts';
import { type XmlElement, xmlOf } from './xml/write.ts';

const failedXml = (key: string, message: string): string =>
  xmlOf([
    ['returncode', 'FAILED'],
    ['messageKey', key],
    ['message', message],
  ]);

const succeeded = (elements: readonly XmlElement[]): string =>
  xmlOf([['returncode', 'SUCCESS'], ...elements]);

const version = succeeded([
  ['version', '2.0'],
  ['apiVersion', '2.0'],
  ['bbbVersion', '3.0'],
]);

/**
 * Calls of one group wait for each other, so that a program that makes thousands of meetings slows no other group: each
 * call takes a connection to the database and processor time. More than this wait is refused as too many requests.
 */
const turnsOfGroups = { slots: 6, slotsOfClient: 2, maxWaiting: 200, retryAfter: 1 };

/** How long a client may go on sending a body that is too large. If it were cut off at once, it would miss the response. */
const lingerMs = 2000;

/** Drops what still arrives of a body, and disconnects a client that does not stop. */
function dropRest({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.socket.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
  raw.resume();
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof BodyTooLarge) {
    dropRest(request);
    reply.status(413);
    return sendXml(
      reply,
      failedXml('bodyTooLarge', 'The body is larger than 10 MiB, or is a form of more than 256 KiB.'),
    );
  }
  const failure = failureIn(error);
  if (!failure) throw error;
  if (failure instanceof TooManyRequests) reply.status(429).header('retry-after', String(failure.retryAfter));
  return sendXml(reply, failedXml(failure.key, failure.message));
}

const sendJson = (reply: FastifyReply, response: object): FastifyReply =>
  reply
    .headers({ 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-cache' })
    .send(JSON.stringify({ response }));

function sendOutcome(reply: FastifyReply, outcome: Outcome): FastifyReply {
  // The address contains a token.
  if ('redirectTo' in outcome)
    return reply.header('cache-control', 'no-store').redirect(outcome.redirectTo, 302);
  if ('page' in outcome) {
    const headers = { 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store' };
    return reply.type('text/html; charset=utf-8').headers(headers).send(outcome.page);
  }
  if ('json' in outcome) return sendJson(reply, { returncode: 'SUCCESS', ...outcome.json });
  return sendXml(reply, succeeded(outcome));
}

function refuseMethod(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  reply.status(405).header('allow', methods.join(', '));
  return sendXml(reply, failedXml('unsupportedRequest', 'The call takes another method.'));
}

/** The API's calls, and the turns in which groups have them. */
interface Calls {
  known: ReadonlyMap<string, Call>;
  turns: FairQueue;
}

async function answer(
  parts: BbbParts,
  { known, turns }: Calls,
  { request, reply, target }: { request: FastifyRequest; reply: FastifyReply; target: RequestedCall },
): Promise<FastifyReply> {
  const call = target.call === undefined ? undefined : known.get(target.call);
  const { methods } = call ?? { methods: readingMethods };
  if (!methods.some((method) => method === request.method)) return refuseMethod(reply, methods);
  if (target.call === undefined) return sendXml(reply, version);
  if (target.call === 'hooks/ping') return sendXml(reply, succeeded([]));
  if (!call) return fail('unsupportedRequest');
  try {
    const asked = await askedIn(parts, { request, target, call });
    return sendOutcome(reply, await turns.run(asked.spaceId, () => call.run(asked)));
  } catch (error) {
    const failure = failureIn(error);
    if (!call.answersJson || !failure || failure instanceof TooManyRequests) throw error;
    return sendJson(reply, { returncode: 'FAILED', messageKey: failure.key, message: failure.message });
  }
}

/**
 * Serves the API of each group and that of the installation. It stands beside the operations of the contract, because
 * BigBlueButton defines its form.
 */
export async function registerBigBlueButton(app: FastifyInstance, parts: BbbParts): Promise<void> {
  const calls = { known: knownCalls(parts), turns: new FairQueue(turnsOfGroups) };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is read after the checksum of the query is right.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode < 500) return payload;
      reply.status(503).headers({ ...headersOfXml, 'retry-after': '5' });
      return failedXml('internalError', 'The server cannot do this now; try again later.');
    });
    for (const url of [
      '/bbb/*',
      '//bbb/*',
      '/bigbluebutton',
      '/bigbluebutton/*',
      '//bigbluebutton',
      '//bigbluebutton/*',
    ]) {
      scope.route({
        method: scope.supportedMethods,
        url,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const target = targetOf(request.raw.url ?? '');
          if (!target || (target.base === 'installation' && !parts.installation))
            throw new Refusal('not_found');
          try {
            return await answer(parts, calls, { request, reply, target });
          } catch (error) {
            return sendFailure(request, reply, error);
          }
        },
      });
    }
  });
}
