import type { RemoteTrackPublication } from '@livekit/rtc-node';
import type { WantedVideo } from '../picture/scene.ts';
import type { SentVideo } from './people.ts';

/** A video stays subscribed for so long after it is last shown: it may be shown again soon. */
const keptMs = 5_000;

interface Subscription {
  isAsked: boolean;
  wantedAt: number;
  size: string;
}

/** Subscribes to the videos that the picture needs, in the size that it needs, and to no others. */
export class Subscriptions {
  readonly #known = new WeakMap<RemoteTrackPublication, Subscription>();

  /** @param now milliseconds of any monotonic clock */
  update(sent: readonly SentVideo[], wanted: readonly WantedVideo[], now: number): void {
    const sizes = new Map(wanted.map((video) => [keyOf(video), video]));
    for (const video of sent) {
      const known = this.#of(video.publication);
      const size = sizes.get(keyOf(video));
      if (size) known.wantedAt = now;
      const isAsked = size !== undefined || (known.isAsked && now - known.wantedAt < keptMs);
      if (isAsked !== known.isAsked) {
        known.isAsked = isAsked;
        known.size = '';
        video.publication.setSubscribed(isAsked);
      }
      if (size && video.publication.track) this.#ask(video.publication, size);
    }
  }

  /**
   * Requests the simulcast layer of a video that fits a size: receiving and decoding larger ones would be the
   * recorder's largest cost. The library has no call for it, but the native client below it has.
   */
  #ask(publication: RemoteTrackPublication, { width, height }: WantedVideo): void {
    const known = this.#of(publication);
    const size = `${width} ${height}`;
    if (known.size === size) return;
    known.size = size;
    const value = { trackPublicationHandle: publication.ffiHandle.handle, width, height };
    const message = { case: 'updateRemoteTrackPublicationDimension', value } as const;
    globalThis._ffiClientInstance?.request({ message });
  }

  #of(publication: RemoteTrackPublication): Subscription {
    const known = this.#known.get(publication) ?? { isAsked: false, wantedAt: 0, size: '' };
    this.#known.set(publication, known);
    return known;
  }
}

const keyOf = ({ participantId, source }: { participantId: string; source: string }): string =>
  `${source} ${participantId}`;
