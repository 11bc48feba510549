/** HLS playlists (RFC 8216) as text. Nothing here reads a clock: the caller passes the position. */

/** No playlist names a segment that ends later than the position and this. */
export const aheadSeconds = 12;
/** How far back a sliding playlist reaches. */
export const backSeconds = 60;

/** The times of the segments of a rendition, in seconds. */
export interface SegmentTimes {
  durations: readonly number[];
  /** The end of each segment. */
  ends: readonly number[];
  /** No duration, rounded, is longer. It is the same in every playlist of the rendition. */
  target: number;
}

export function segmentTimesOf(durations: readonly number[]): SegmentTimes {
  let end = 0;
  const ends = durations.map((duration) => {
    end += duration;
    return end;
  });
  return { durations, ends, target: Math.max(1, ...durations.map((duration) => Math.round(duration))) };
}

/** The segments from `first` up to, not including, `end`. */
export interface SegmentWindow {
  first: number;
  end: number;
}

/** The number of segments whose end is not later than `second`. */
function countEndedBy(ends: readonly number[], second: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= second) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The segments that a sliding playlist lists at this position. */
export function windowAt({ ends }: SegmentTimes, position: number): SegmentWindow {
  const end = countEndedBy(ends, position + aheadSeconds);
  return { first: Math.min(countEndedBy(ends, position - backSeconds), end), end };
}

export const wholeOf = ({ ends }: SegmentTimes): SegmentWindow => ({ first: 0, end: ends.length });

export interface Variant {
  name: string;
  /** Bits a second of the largest segment, and of all. */
  bandwidth: number;
  averageBandwidth: number;
  width: number;
  height: number;
  codecs: string;
}

/**
 * Lists the renditions, the full size first: players without an own choice begin with the first one. With the average,
 * one lively minute of a quiet lesson does not keep viewers from the full size. Their addresses are relative, so that the text is the same for all viewers. */
export function masterPlaylist(variants: readonly Variant[]): string {
  const lines = variants.flatMap(({ name, width, height, codecs, ...bits }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bits.bandwidth},AVERAGE-BANDWIDTH=${bits.averageBandwidth},` +
      `RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    `${name}.m3u8`,
  ]);
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`;
}

export interface MediaPlaylist {
  times: SegmentTimes;
  window: SegmentWindow;
  /** The address of the initialization segment. */
  initAddress: string;
  /** The address of a segment of the window. */
  addressOf: (index: number) => string;
  /** When the video's second 0 is shown; absent if that depends on the viewer. */
  startDate?: Date;
  /** A video whose length is known to its viewers, who may seek in it. */
  isVideo?: boolean;
}

/** Lists the segments of a rendition. The number of a segment is its index, so that it never changes. */
export function mediaPlaylist(playlist: MediaPlaylist): string {
  const { times, window, initAddress, addressOf, startDate, isVideo = false } = playlist;
  const { first, end } = window;
  const firstStart = first === 0 ? 0 : (times.ends[first - 1] ?? 0);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${times.target}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...(isVideo ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${initAddress}"`,
  ];
  if (startDate && end > first) {
    const shownAt = new Date(Math.round(startDate.getTime() + firstStart * 1000));
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${shownAt.toISOString()}`);
  }
  for (let index = first; index < end; index += 1) {
    lines.push(`#EXTINF:${(times.durations[index] ?? 0).toFixed(6)},`, addressOf(index));
  }
  if (end === times.ends.length) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
