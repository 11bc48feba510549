/**
 * Uploaded videos. Owns `assets` and `asset_pieces`.
 * Offers: requests that send bytes by tus (`receiving/`), a job that makes one file of the pieces
 * (`storing/`). Announces `onAssetDeleting` (`parts.ts`). Listens to: the deletion of a group.
 * Look first: `receiving/create.ts` begins an upload, if the storage of the group has space for it.
 */

export { filterReadableAssets } from './keys.ts';
export type { AssetParts } from './parts.ts';
export { videoExtensionOf } from './present.ts';
export { documentTypeOf } from './receiving/document-type.ts';
export { clearPieceFiles } from './receiving/piece-file.ts';
export { registerUploads } from './receiving/tus.ts';
export { assetEndpoints } from './routes.ts';
export {
  type AssetRow,
  assetById,
  assetsChannel,
  keyOfReadyAsset,
  lockAssetOfSpace,
  removeExpiredUploads,
} from './store.ts';
export { joinPiecesJob } from './storing/join.ts';
export { assetLeftovers } from './storing/leftovers.ts';
