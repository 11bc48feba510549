import assert from 'node:assert/strict';

/** The playlist of a rendition, beside the master playlist. */
export const renditionUrl = (playlistUrl: string, rendition = 'source'): string =>
  playlistUrl.replace('master.m3u8', `${rendition}.m3u8`);

export async function playlistAt(url: string): Promise<string> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.text();
}

/** The addresses of the segments, without the initialization segment. */
export const segmentsIn = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** The address of the initialization segment. */
export const mapIn = (playlist: string): string => /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? '';

/** The number of the first segment. */
export const firstNumberIn = (playlist: string): number =>
  Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]);
