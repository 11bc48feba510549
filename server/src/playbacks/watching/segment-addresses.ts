import type { FileStore } from '../../engines/files/files.ts';
import { after, now } from '../../platform/clock.ts';

/** How long a signed address of a segment is valid, and how long before that a new one is signed. */
const validMs = 120_000;
const renewMs = 60_000;
const sweepMs = 30_000;

interface Signed {
  address: Promise<string>;
  until: Date;
}

/** Signed addresses of segments. Each is signed once a minute for all viewers: presigning for S3 is expensive. */
export class SegmentAddresses {
  readonly #files: Pick<FileStore, 'addressOf'>;
  readonly #signed = new Map<string, Signed>();
  #sweepAt = now();

  constructor(files: Pick<FileStore, 'addressOf'>) {
    this.#files = files;
  }

  of(key: string): Promise<string> {
    const time = now();
    const known = this.#signed.get(key);
    if (known && known.until.getTime() - time.getTime() > renewMs) return known.address;
    this.#sweep(time);
    const until = after(validMs, time);
    const name = key.endsWith('.mp4') ? 'init.mp4' : 'segment.m4s';
    const address = this.#files.addressOf(key, {
      name,
      contentType: 'video/mp4',
      disposition: 'inline',
      until,
    });
    const signed = { address, until };
    this.#signed.set(key, signed);
    address.catch(() => {
      if (this.#signed.get(key) === signed) this.#signed.delete(key);
    });
    return address;
  }

  #sweep(time: Date): void {
    if (time < this.#sweepAt) return;
    this.#sweepAt = after(sweepMs, time);
    for (const [key, { until }] of this.#signed) if (until <= time) this.#signed.delete(key);
  }
}
