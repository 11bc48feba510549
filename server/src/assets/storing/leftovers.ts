import type { Db } from '../../platform/db/db.ts';
import { pieceKeysOf } from '../receiving/pieces.store.ts';
import { assetsChannel, deleteAssetRow, findDeletedAssets } from '../store.ts';

/** The files of deleted uploads. Their rows are deleted after them. */
export const assetLeftovers = {
  owners: 'deleted uploads',
  wokenBy: assetsChannel,
  find: async (db: Db, page: { after: string; limit: number }) =>
    (await findDeletedAssets(db, page)).map(({ id, key }) => ({
      id,
      keys: async () => [...(await pieceKeysOf(db, id)), key],
      markRemoved: () => deleteAssetRow(db, id),
    })),
};
