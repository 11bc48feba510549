import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { FreshValues } from './fresh-values.ts';
import { backSeconds, mediaPlaylist, type SegmentTimes, windowAt } from './playlist.ts';
import type { SegmentAddresses } from './segment-addresses.ts';

const compress = promisify(gzip);

/** A playlist as it is sent, for clients with and without gzip. */
export interface PlaylistBytes {
  plain: Buffer;
  gzip: Buffer;
}

export async function playlistBytes(text: string): Promise<PlaylistBytes> {
  const plain = Buffer.from(text);
  return { plain, gzip: await compress(plain) };
}

/** A rendition of a running session. */
export interface LiveRendition {
  sessionId: string;
  startDate: Date;
  name: string;
  times: SegmentTimes;
  /** The key of a segment in the file storage; −1 is the initialization segment. */
  keyOf: (index: number) => string;
}

const everyMs = 1000;
/** A segment's address is valid for so long after the last playlist that lists it: in all for less than two minutes. */
const graceSeconds = 45;

/**
 * Until when the address of a segment is valid. It depends on nothing but the session, so that the address is the same
 * in all playlists that list the segment: RFC 8216 (6.2.1) forbids a change, and hls.js stops loading for seconds after
 * one. The initialization segment, which contains no media, is listed until the end (docs/decisions/0064).
 */
function validUntil({ startDate, times }: LiveRendition, index: number): Date {
  const end = (index < 0 ? times.ends.at(-1) : times.ends[index]) ?? 0;
  return new Date(Math.round(startDate.getTime() + (end + backSeconds + graceSeconds) * 1000));
}

/** The playlists of running sessions: the same bytes for all viewers, made at most once a second. */
export class LivePlaylists {
  readonly #addresses: SegmentAddresses;
  readonly #made = new FreshValues<PlaylistBytes>(everyMs);

  constructor(addresses: SegmentAddresses) {
    this.#addresses = addresses;
  }

  /** It lists what the clock allowed when it was made: at most a second less than it allows now, never more. */
  of(rendition: LiveRendition): Promise<PlaylistBytes> {
    const { sessionId, startDate, name } = rendition;
    return this.#made.get(`${sessionId} ${startDate.getTime()} ${name}`, (at) => this.#make(rendition, at));
  }

  async #make(rendition: LiveRendition, at: Date): Promise<PlaylistBytes> {
    const { startDate, times, keyOf } = rendition;
    const window = windowAt(times, (at.getTime() - startDate.getTime()) / 1000);
    const numbers = Array.from({ length: window.end - window.first }, (_, offset) => window.first + offset);
    const [initAddress = '', ...addresses] = await Promise.all(
      [-1, ...numbers].map((index) => this.#addresses.of(keyOf(index), validUntil(rendition, index))),
    );
    const addressOf = (index: number) => addresses[index - window.first] ?? '';
    return playlistBytes(mediaPlaylist({ times, window, initAddress, addressOf, startDate }));
  }
}
