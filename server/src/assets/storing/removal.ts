import type pg from 'pg';
import { FilesAway } from '../../engines/files/files.ts';
import { seconds } from '../../platform/clock.ts';
import type { TaskLease } from '../../platform/concurrency/lease.ts';
import { repeat } from '../../platform/concurrency/repeat.ts';
import type { Db } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import type { AssetParts } from '../parts.ts';
import { pieceKeysOf } from '../receiving/pieces.store.ts';
import { assetsChannel, deleteAssetRow, findDeletedAssets } from '../store.ts';

export interface AssetRemovalParts extends Pick<AssetParts, 'files' | 'log'> {
  db: Db;
  pool: pg.Pool;
}

const everyMs = seconds(10);
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

/** Starts to remove the files of deleted uploaded videos, on one node at a time. */
export function startRemovingAssets(parts: AssetRemovalParts, lease: TaskLease): () => Promise<void> {
  const { pool, log } = parts;
  const what = 'removing the files of deleted uploads';
  const awayService = (error: unknown) => (error instanceof FilesAway ? 'the file storage' : undefined);
  const removing = repeat({ what, everyMs, lease, log, awayService }, async (signal) => {
    let more = true;
    while (more && !signal.aborted) more = await removeDeletedAssets(parts);
  });
  const stopListening = listen({ pool, channel: assetsChannel, log, onNotice: () => removing.wake() });
  return async () => {
    await Promise.all([removing.stop(), stopListening()]);
  };
}
