import { ids, webUrl } from './ids.ts';

export const sampleAsset = {
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
} as const;
