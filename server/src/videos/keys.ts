import { createHmac } from 'node:crypto';
import { isId } from '../platform/ids.ts';
import type { RenditionRow, VideoRow } from './store.ts';

export type RenditionName = RenditionRow['name'];

/** The number of the init segment, which precedes segment 0. */
export const initIndex = -1;

/** 132 bits: as hard to guess as a signed URL. */
const nameLength = 22;

/**
 * The key of a segment in the file storage. Its name is derived from the video's secret key, so that nobody can
 * guess the URL of a later segment.
 */
export function segmentKey(
  { id, nameKey }: Pick<VideoRow, 'id' | 'nameKey'>,
  rendition: RenditionName,
  index: number,
): string {
  const name = createHmac('sha256', nameKey).update(`${rendition}/${index}`).digest('base64url');
  return `videos/${id}/${rendition}/${firstLetter(name.slice(0, nameLength))}.${index === initIndex ? 'mp4' : 'm4s'}`;
}

/** A key must not begin with a dash. */
const firstLetter = (name: string): string => name.replace(/^-/, '_');

export const posterKey = ({ id }: Pick<VideoRow, 'id'>): string => `videos/${id}/poster.jpg`;
export const stripKey = ({ id }: Pick<VideoRow, 'id'>): string => `videos/${id}/strip.jpg`;

/** The id of the video that a key belongs to; undefined for a key of another feature. */
export function videoIdOfKey(key: string): string | undefined {
  const [folder, id = ''] = key.split('/');
  return folder === 'videos' && isId(id) ? id : undefined;
}
