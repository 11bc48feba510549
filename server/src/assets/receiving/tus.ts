import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetPathOf, assetsPath, tusVersion } from '../../../../contract/operations/assets.ts';
import { seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Pipeline, RequestGate } from '../../platform/http/access/admit.ts';
import { accountOf, callerKeyOf } from '../../platform/http/access/caller.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { checkIdempotencyKey, runOnce } from '../../platform/idempotency/idempotency.ts';
import type { spaceOf } from '../../spaces/spaces.ts';
import type { AssetParts } from '../parts.ts';
import { assetEndpoints } from '../routes.ts';
import type { AssetRow } from '../store.ts';
import { insertUpload } from './create.ts';
import { bodyLengthIn, metadataHeaderOf, readNewUpload, readOffset } from './headers.ts';
import { nextExpiry, type ReceivingAsset, receiveBytes } from './receive.ts';

const bytesType = 'application/offset+octet-stream';
const extensions = 'creation,creation-with-upload,expiration,termination';

/** How long a client that sends more than we read may take to read the response. */
const farewellMs = seconds(2);

export interface UploadParts extends AssetParts {
  db: Db;
  pipeline: Pipeline;
}

type Access = 'listAssets' | 'getAsset' | 'updateAsset';

/** The routes of tus 1.0. They admit a request as the JSON operation of the same place does. */
class TusRoutes {
  readonly #parts: UploadParts;
  readonly #gate: RequestGate;
  readonly #endpoints: Map<string, Endpoint>;

  constructor(parts: UploadParts) {
    this.#parts = parts;
    this.#gate = new RequestGate(parts.pipeline);
    this.#endpoints = new Map(assetEndpoints(parts).map((item) => [item.operation, item]));
  }

  admit(as: Access) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      reply.header('tus-resumable', tusVersion);
      const item = this.#endpoints.get(as);
      if (!item) throw new Error(`no endpoint ${as}`);
      await this.#gate.admit(item, request, reply);
      const version = request.headers['tus-resumable'];
      if (request.method === 'OPTIONS' || version === tusVersion) return;
      // Without a version it is the HEAD of getAsset, which HTTP answers as GET without the body.
      if (request.method === 'HEAD' && version === undefined) return;
      reply.header('tus-version', tusVersion);
      throw new Refusal('tus_version_unsupported');
    };
  }

  readonly options = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({
        'tus-version': tusVersion,
        'tus-extension': extensions,
        'tus-max-size': String(this.#parts.maxBytes),
      })
      .status(204)
      .send();

  readonly create = async (request: FastifyRequest, reply: FastifyReply) => {
    const { db } = this.#parts;
    const { caller, access } = admitted<Awaited<ReturnType<typeof spaceOf>>>(request);
    const upload = readNewUpload(request.headers);
    const createdBy = accountOf(caller) ?? '';
    const create = (on: Db) =>
      insertUpload(this.#parts, on, { spaceId: access.space.id, createdBy, ...upload });
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string') checkIdempotencyKey(key);
    const subject = { caller: callerKeyOf(caller, request.ip), operation: 'createUpload' };
    const body = { path: request.params, body: upload };
    const id =
      typeof key === 'string'
        ? await runOnce(db, { ...subject, body, key }, create)
        : await inTransaction(db, create);
    reply.status(201).header('location', assetPathOf(access.space.id, id));
    if (!isStream(request.body)) return reply.header('upload-expires', nextExpiry().toUTCString()).send();
    const { purpose, fileName } = upload;
    const asset = { id, bytes: String(upload.bytes), purpose, fileName };
    return this.#receive(request, reply, { asset, offset: 0 });
  };

  readonly head = async (request: FastifyRequest, reply: FastifyReply) => {
    const { bytes, received, fileName, expiresAt } = admitted<AssetRow>(request).access;
    reply.headers({
      'upload-offset': received,
      'upload-length': bytes,
      'upload-metadata': metadataHeaderOf(fileName),
      'cache-control': 'no-store',
      ...(expiresAt && { 'upload-expires': expiresAt.toUTCString() }),
    });
    return reply.status(200).send();
  };

  readonly patch = async (request: FastifyRequest, reply: FastifyReply) => {
    const { access: asset } = admitted<AssetRow>(request);
    const offset = readOffset(request.headers);
    if (!isStream(request.body)) throw new Refusal('unsupported_media_type');
    if (offset !== Number(asset.received)) throw new Refusal('upload_offset_wrong');
    reply.status(204);
    return this.#receive(request, reply, { asset, offset });
  };

  async #receive(
    request: FastifyRequest,
    reply: FastifyReply,
    { asset, offset }: { asset: ReceivingAsset; offset: number },
  ) {
    const size = Number(asset.bytes);
    if (offset + (bodyLengthIn(request.headers) ?? 0) > size) throw new Refusal('upload_too_large');
    const reached = await receiveBytes(this.#parts, this.#parts.db, { asset, offset, source: request.raw });
    reply.header('upload-offset', String(reached));
    if (reached < size) reply.header('upload-expires', nextExpiry().toUTCString());
    return reply.send();
  }
}

const isStream = (body: unknown): boolean => body !== undefined && body !== null;

function admitted<A>({ lectern }: FastifyRequest) {
  if (!lectern) throw new Refusal('unauthorized');
  return { caller: lectern.caller, access: lectern.access as A };
}

/** Ends a connection whose client keeps sending after the response, once it had time to read that. */
function endUnreadBody(source: IncomingMessage): void {
  if (source.complete) return;
  source.resume();
  const timer = setTimeout(() => {
    if (!source.complete) source.socket.destroy();
  }, farewellMs).unref();
  source.once('close', () => clearTimeout(timer));
}

/**
 * Registers the requests of tus 1.0 for uploads; listing, renaming and deleting are operations of the
 * contract (docs/decisions/0057).
 */
export async function registerUploads(app: FastifyInstance, parts: UploadParts): Promise<void> {
  const tus = new TusRoutes(parts);
  const single = `${assetsPath}/:assetId`;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the request itself.
    scope.addContentTypeParser(bytesType, (_request, payload, done) => done(null, payload));
    scope.addHook('onResponse', async (request) => endUnreadBody(request.raw));
    const bodyLimit = Number.MAX_SAFE_INTEGER;
    const { create, head, patch, options } = tus;
    scope.post(assetsPath, { bodyLimit, onRequest: tus.admit('listAssets'), handler: create });
    scope.options(assetsPath, { onRequest: tus.admit('listAssets'), handler: options });
    scope.head(single, { onRequest: tus.admit('getAsset'), handler: head });
    scope.patch(single, { bodyLimit, onRequest: tus.admit('updateAsset'), handler: patch });
    scope.options(single, { onRequest: tus.admit('getAsset'), handler: options });
  });
}
