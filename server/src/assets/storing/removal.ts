import { FilesAway } from '../../engines/files/files.ts';
import { seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { AssetParts } from '../parts.ts';
import { pieceKeysOf } from '../receiving/pieces.store.ts';
import { assetsChannel, deleteAssetRow, findDeletedAssets } from '../store.ts';

export interface AssetRemovalParts extends Pick<AssetParts, 'files'> {
  db: Db;
}

const atOnce = 20;

/** Removes the files of deleted assets, then their rows. @returns whether there may be more */
async function removeDeletedAssets({ db, files }: AssetRemovalParts): Promise<boolean> {
  const deleted = await findDeletedAssets(db, atOnce);
  for (const { id, key } of deleted) {
    await files.remove([...(await pieceKeysOf(db, id)), key]);
    await deleteAssetRow(db, id);
  }
  return deleted.length === atOnce;
}

/** Removes the files of deleted uploaded videos. */
export const removeAssetsJob = (parts: AssetRemovalParts): JobDefinition => ({
  everyMs: seconds(10),
  wokenBy: [assetsChannel],
  awayService: (error) => (error instanceof FilesAway ? 'the file storage' : undefined),
  run: async (stop) => {
    let more = true;
    while (more && !stop.aborted) more = await removeDeletedAssets(parts);
  },
});
