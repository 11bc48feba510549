/** The public interface of uploaded videos. */
export { removeExpiredUploads } from './expired.ts';
export { filterReadableAssets } from './keys.ts';
export type { AssetParts } from './parts.ts';
export { videoExtensions } from './present.ts';
export { clearPieceFiles } from './receiving/piece-file.ts';
export { registerUploads } from './receiving/tus.ts';
export { assetEndpoints } from './routes.ts';
export { type AssetRow, assetById, deleteAssetsOf, keyOfReadyAsset, lockAssetOfSpace } from './store.ts';
export { startJoiningPieces } from './storing/join.ts';
export { startRemovingAssets } from './storing/removal.ts';
