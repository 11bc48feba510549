import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../../../platform/clock.ts';
import type { Keyring } from '../../../platform/crypto.ts';
import { Refusal } from '../../../platform/errors.ts';
import { dispositionOf } from '../../../platform/http/disposition.ts';
import { codeOf } from '../../../platform/process/reasons.ts';
import type { FileStore, OpenFile } from '../files.ts';
import { type AddressGrant, filesPath, readAddressPath } from './address.ts';
import { type FileBody, fileBodyOf } from './body.ts';
import { evaluateConditions, isRangeOfSame } from './conditions.ts';
import { Downloads, type FindReadable, readingOf } from './downloads.ts';
import { rangesOf } from './ranges.ts';

interface ServeParts {
  keyring: Keyring;
  /** Where the files are. */
  store: Pick<FileStore, 'open'>;
  findReadable: FindReadable;
}

const longestInCache = 3600;

/** A file is shown on its own: it may run no script and load nothing else. */
const policy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  grant: AddressGrant;
}

function grantOf(keyring: Keyring, path: string): AddressGrant {
  const grant = readAddressPath(keyring, path);
  if (!grant || grant.until <= now()) throw new Refusal('file_link_invalid');
  return grant;
}

/** The body for the request. Throws the refusal if a condition or range fails. */
function bodyFor({ request, reply, grant }: Asked, file: OpenFile): FileBody | 'same' {
  const verdict = evaluateConditions(request.headers, file);
  if (verdict === 'changed') throw new Refusal('precondition_failed');
  if (verdict === 'same') return 'same';
  const { range } = request.headers;
  const asksPart = request.method === 'GET' && isRangeOfSame(request.headers['if-range'], file);
  const ranges = asksPart ? rangesOf(range, file.size) : 'whole';
  if (ranges.length > 0) return fileBodyOf(file, grant.contentType, ranges);
  reply.header('content-range', `bytes */${file.size}`);
  throw new Refusal('range_not_satisfiable');
}

async function answer(asked: Asked, file: OpenFile, downloads: Downloads): Promise<FastifyReply> {
  const { request, reply, grant } = asked;
  const body = bodyFor(asked, file);
  const content = body !== 'same' && request.method === 'GET' ? await body.read() : undefined;
  if (content) downloads.add(readingOf(grant), content);
  const secondsLeft = Math.floor((grant.until.getTime() - now().getTime()) / 1000);
  reply.headers({
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.modified.toUTCString(),
    // The URL is a credential, so shared caches must not store the response. A reader's permission may end.
    'cache-control':
      grant.reader === undefined
        ? `private, max-age=${Math.min(Math.max(secondsLeft, 0), longestInCache)}`
        : 'private, no-cache',
    'content-security-policy': policy,
    // Foreign pages may embed a file whose URL they were given.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (body === 'same') reply.status(304);
  else
    reply
      .status(body.status)
      .headers({ ...body.headers, 'content-disposition': dispositionOf(grant.disposition, grant.name) });
  if (!content) await file.close();
  return reply.send(content);
}

/** A damaged percent-encoding matches no route: answer it like any other changed URL. */
export const refusalOfAddress = (error: unknown): Refusal | undefined =>
  codeOf(error) === 'FST_ERR_BAD_URL' && (error as Error).message.includes(`'${filesPath}`)
    ? new Refusal('file_link_invalid')
    : undefined;

/** Serves stored files at our signed URLs; the URL is the only credential. */
export function registerFiles(app: FastifyInstance, { keyring, store, findReadable }: ServeParts): void {
  const downloads = new Downloads(findReadable);
  app.addHook('onClose', async () => downloads.close());
  app.route({
    method: ['GET', 'HEAD'],
    url: `${filesPath}*`,
    handler: async (request, reply) => {
      const grant = grantOf(keyring, request.raw.url ?? '');
      const reading = readingOf(grant);
      const isReadable = (await findReadable([reading])).has(reading);
      const file = isReadable ? await store.open(grant.key) : undefined;
      if (!file) throw new Refusal('not_found');
      try {
        return await answer({ request, reply, grant }, file, downloads);
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: `${filesPath}*`,
    onRequest: async (request, reply) => {
      grantOf(keyring, request.raw.url ?? '');
      reply.header('allow', 'GET, HEAD');
      throw new Refusal('method_not_allowed');
    },
    handler: async () => undefined,
  });
}
