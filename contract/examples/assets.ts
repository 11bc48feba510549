import type { Answer, Body } from '../routes.ts';
import { ids, webUrl } from './ids.ts';

const Asset = {
  id: ids.asset,
  spaceId: ids.space,
  name: 'Introduction to algebra',
  fileName: 'algebra-introduction.mp4',
  contentType: 'video/mp4',
  fileSize: 734_003_200,
  received: 734_003_200,
  state: 'ready',
  createdAt: '2026-03-16T17:42:08.117Z',
  uploadedAt: '2026-03-16T17:51:30.652Z',
  expiresAt: null,
  fileUrl: `${webUrl}/files/t5Hn8RwK2cVz/Introduction%20to%20algebra.mp4`,
} satisfies Answer<'getAsset'>;

/** Uploaded videos. */
export const assetModels = {
  Asset,
  AssetList: { items: [Asset], total: 1 },
  UpdateAssetRequest: { name: 'Introduction to algebra' } satisfies Body<'updateAsset'>,
};

export const assetParameters = {
  assetId: ids.asset,
  'listAssets.state': 'ready',
};
