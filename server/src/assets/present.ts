import { Asset, type AssetType } from '../../../contract/operations/assets.ts';
import type { Answer } from '../../../contract/routes.ts';
import { addressesUntil, type FileStore } from '../engines/files/files.ts';
import { presentFields } from '../platform/present.ts';
import type { AssetRow } from './store.ts';

const videoExtensions = {
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/x-matroska': '.mkv',
  'video/webm': '.webm',
} as const;

const isVideo = (contentType: string): contentType is AssetType => contentType in videoExtensions;

/** The end of the name of a video file of a type; empty for the type of a document. */
export const videoExtensionOf = (contentType: string): string =>
  isVideo(contentType) ? videoExtensions[contentType] : '';

async function fileUrlOf(files: Pick<FileStore, 'addressOf'>, asset: AssetRow): Promise<string | null> {
  const { state, contentType, key, name } = asset;
  if (state !== 'ready' || contentType === null || !isVideo(contentType)) return null;
  const options = { contentType, disposition: 'inline', until: addressesUntil() } as const;
  return files.addressOf(key, { ...options, name: `${name}${videoExtensions[contentType]}` });
}

export async function presentAsset(
  files: Pick<FileStore, 'addressOf'>,
  asset: AssetRow,
): Promise<Answer<'getAsset'>> {
  const [fileSize, received] = [Number(asset.bytes), Number(asset.received)];
  return {
    ...presentFields(Asset, asset),
    ...{ fileSize, received },
    state: asset.state === 'uploading' && received === fileSize ? 'processing' : asset.state,
    fileUrl: await fileUrlOf(files, asset),
  };
}
