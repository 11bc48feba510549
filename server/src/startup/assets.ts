import { join } from 'node:path';
import type { AssetParts } from '../assets/assets.ts';
import type { Config } from '../config.ts';
import { releaseContent } from '../playbacks/playbacks.ts';

/** The settings of uploaded videos. */
export const assetPartsOf = ({
  config,
  log,
  files,
}: Pick<AssetParts, 'log' | 'files'> & { config: Config }): AssetParts => ({
  ...{ log, files },
  folder: join(config.LECTERN_DATA_DIR, 'uploads'),
  minFreeBytes: config.LECTERN_MIN_FREE_DISK,
  maxBytes: config.LECTERN_UPLOAD_MAX,
  isStoredHere: config.S3_ENDPOINT === undefined,
  onAssetDeleting: (trx, { assetId, force }) => releaseContent(trx, { source: { assetId }, force }),
});
