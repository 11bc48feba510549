import { Asset } from '../../../contract/operations/assets.ts';
import type { Answer } from '../../../contract/routes.ts';
import type { FileStore } from '../engines/files/files.ts';
import { now, seconds } from '../platform/clock.ts';
import { presentFields } from '../platform/present.ts';
import type { AssetRow } from './store.ts';

const goodForMs = seconds(24 * 3600);
const roundedToMs = seconds(600);

/** The end of the name of a video file of each accepted type. */
export const videoExtensions = {
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/x-matroska': '.mkv',
  'video/webm': '.webm',
} as const;

/** A day from now, rounded so that a page that asks again gets the same URL. */
const nextDay = (): Date => new Date(Math.ceil((now().getTime() + goodForMs) / roundedToMs) * roundedToMs);

async function fileUrlOf(files: Pick<FileStore, 'addressOf'>, asset: AssetRow): Promise<string | null> {
  const { state, contentType, key, name } = asset;
  if (state !== 'ready' || contentType === null) return null;
  const options = { contentType, disposition: 'inline', until: nextDay() } as const;
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
