import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { FreshValues } from './fresh-values.ts';
import { mediaPlaylist, type SegmentTimes, windowAt } from './playlist.ts';
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

  async #make({ startDate, times, keyOf }: LiveRendition, at: Date): Promise<PlaylistBytes> {
    const window = windowAt(times, (at.getTime() - startDate.getTime()) / 1000);
    const numbers = Array.from({ length: window.end - window.first }, (_, offset) => window.first + offset);
    const [initAddress = '', ...addresses] = await Promise.all(
      [-1, ...numbers].map((index) => this.#addresses.of(keyOf(index))),
    );
    const addressOf = (index: number) => addresses[index - window.first] ?? '';
    return playlistBytes(mediaPlaylist({ times, window, initAddress, addressOf, startDate }));
  }
}
