import { join } from 'node:path';
import type { AssetParts } from '../assets/assets.ts';
import type { Config } from '../config.ts';
import { releaseContent } from '../playbacks/content.ts';

/** The settings of uploaded videos. */
export const assetPartsOf = ({
  config,
  log,
  files,
  space,
}: Pick<AssetParts, 'log' | 'files' | 'space'> & { config: Config }): AssetParts => ({
  ...{ log, files, space },
  folder: join(config.LECTERN_DATA_DIR, 'uploads'),
  maxBytes: config.LECTERN_UPLOAD_MAX,
  storageLimit: config.LECTERN_GROUP_STORAGE_MAX,
  isStoredHere: config.S3_ENDPOINT === undefined,
  onAssetDeleting: (trx, { assetId, force }) => releaseContent(trx, { source: { assetId }, force }),
});
