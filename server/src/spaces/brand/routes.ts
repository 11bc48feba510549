import type { FastifyInstance } from 'fastify';
import { codeIn } from '../../../../contract/room-code.ts';
import { Refusal, refuseField } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { brandOfRoom, brandOfSpace, logosPath } from './brand.store.ts';
import type { Logos } from './logos.ts';

export const brandEndpoints = ({ webUrl }: { webUrl: URL }): Endpoint[] => [
  endpoint('getBrand', {
    access: openToAll,
    handle: async ({ db, query: { room, spaceId } }) => {
      if (spaceId !== undefined) return { brand: (await brandOfSpace(db, webUrl, spaceId)) ?? null };
      if (room === undefined) return refuseField('room', 'is required, or spaceId');
      return { brand: (await brandOfRoom(db, webUrl, { alias: room, code: codeIn(room) })) ?? null };
    },
  }),
];

/** A picture runs no script and loads nothing, also where somebody opens it alone. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves our copies of logos, to pages and to mail programs. */
export function registerLogos(app: FastifyInstance, logos: Logos, path = logosPath): void {
  app.get<{ Params: { ownerId: string; version: string } }>(
    `${path}/:ownerId/:version`,
    async ({ params: { ownerId, version } }, reply) => {
      const picture = await logos.find(ownerId, version);
      if (!picture) throw new Refusal('not_found');
      reply.type(picture.type).headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=3600',
      });
      return picture.bytes;
    },
  );
}
