/**
 * Uploaded videos. Owns `assets` and `asset_pieces`.
 * Offers: requests that send bytes by tus (`receiving/`), jobs that make one file of the pieces and remove
 * files (`storing/`). Announces `onAssetDeleting` (`parts.ts`). Listens to: the deletion of a group.
 * Look first: `receiving/create.ts` begins an upload, if the storage of the group has space for it.
 */

export { removeExpiredUploads } from './expired.ts';
export { filterReadableAssets } from './keys.ts';
export type { AssetParts } from './parts.ts';
export { videoExtensions } from './present.ts';
export { clearPieceFiles } from './receiving/piece-file.ts';
export { registerUploads } from './receiving/tus.ts';
export { assetEndpoints } from './routes.ts';
export { type AssetRow, assetById, keyOfReadyAsset, lockAssetOfSpace } from './store.ts';
export { startJoiningPieces } from './storing/join.ts';
export { startRemovingAssets } from './storing/removal.ts';
