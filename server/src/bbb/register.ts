import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';
import type { Call, Outcome } from './calls.ts';
import { knownCalls } from './known-calls.ts';
import type { BbbParts } from './parts.ts';
import { BodyTooLarge } from './request/body.ts';
import { Failed, fail } from './request/failures.ts';
import { askedIn, sendXml, TooManyRequests } from './request/handle.ts';
import { targetOf } from './request/path.ts';
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

function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof BodyTooLarge) {
    // The rest of the body is not read.
    reply.status(413).header('connection', 'close');
    return sendXml(reply, failedXml('bodyTooLarge', 'The body is larger than 10 MiB.'));
  }
  if (!(error instanceof Failed)) throw error;
  if (error instanceof TooManyRequests) reply.status(429).header('retry-after', String(error.retryAfter));
  return sendXml(reply, failedXml(error.key, error.message));
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

/** HEAD is as GET, but for calls that make something. */
const methodsOf = (call: Call | undefined): readonly string[] =>
  call === undefined
    ? ['GET', 'POST', 'HEAD']
    : call.methods.includes('POST')
      ? [...call.methods, 'HEAD']
      : call.methods;

async function answer(
  parts: BbbParts,
  calls: ReadonlyMap<string, Call>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const target = targetOf(request.raw.url ?? '');
  if (!target || (target.base === 'installation' && !parts.installation)) throw new Refusal('not_found');
  const call = target.call === undefined ? undefined : calls.get(target.call);
  const methods = methodsOf(call);
  if (!methods.includes(request.method)) return refuseMethod(reply, methods);
  if (target.call === undefined) return sendXml(reply, version);
  if (target.call === 'hooks/ping') return sendXml(reply, succeeded([]));
  if (!call) return fail('unsupportedRequest');
  try {
    const asked = await askedIn(parts, { request, target, call });
    return sendOutcome(reply, await call.run(asked));
  } catch (error) {
    const isInJson = call.answersJson && error instanceof Failed && !(error instanceof TooManyRequests);
    if (!isInJson) throw error;
    return sendJson(reply, { returncode: 'FAILED', messageKey: error.key, message: error.message });
  }
}

/**
 * Serves the API of each group and that of the installation. It stands beside the operations of the contract, because
 * BigBlueButton defines its form.
 */
export async function registerBigBlueButton(app: FastifyInstance, parts: BbbParts): Promise<void> {
  const calls = knownCalls(parts);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is read after the checksum of the query is right.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
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
          try {
            return await answer(parts, calls, { request, reply });
          } catch (error) {
            return sendFailure(reply, error);
          }
        },
      });
    }
  });
}
