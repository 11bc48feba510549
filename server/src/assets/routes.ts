import { assetsPath, tusMethods } from '../../../contract/operations/assets.ts';
import { now } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { spaceOf } from '../spaces/spaces.ts';
import type { AssetParts } from './parts.ts';
import { presentAsset } from './present.ts';
import { type AssetRow, assetsOf, findAsset, markAssetDeleted, setAssetName } from './store.ts';

type OfAsset = Parameters<typeof spaceOf>[0] & { params: { assetId: string } };

/** Finds the uploaded video in the path after checking the permission in its group. */
async function assetOf(request: OfAsset): Promise<AssetRow> {
  await spaceOf(request);
  return (await findAsset(request.db, request.params)) ?? refuse('not_found');
}

export const assetEndpoints = ({
  files,
  onAssetDeleting,
}: Pick<AssetParts, 'files' | 'onAssetDeleting'>): Endpoint[] => [
  endpoint('listAssets', {
    access: spaceOf,
    otherMethods: tusMethods[assetsPath],
    handle: async ({ db, params: { spaceId }, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', state, name } = query;
      const found = await assetsOf(db, { spaceId, state, name }, { limit, offset, order });
      return { ...found, items: await Promise.all(found.items.map((asset) => presentAsset(files, asset))) };
    },
  }),
  endpoint('getAsset', {
    access: assetOf,
    otherMethods: tusMethods[`${assetsPath}/:assetId`],
    handle: async ({ access }) => presentAsset(files, access),
  }),
  endpoint('updateAsset', {
    inTransaction: true,
    access: assetOf,
    handle: async ({ db, access, params, body }) => {
      if (body.name !== undefined) await setAssetName(db, access.id, body.name);
      return presentAsset(files, (await findAsset(db, params)) ?? refuse('not_found'));
    },
  }),
  endpoint('deleteAsset', {
    access: assetOf,
    handle: async ({ db, access: { id: assetId }, query: { force = false } }) => {
      await inTransaction(db, async (trx) => {
        // First: the row's lock keeps others from using the video meanwhile.
        if (!(await markAssetDeleted(trx, assetId, now()))) return;
        await runAll(trx, onAssetDeleting, { assetId, force });
      });
    },
  }),
];
