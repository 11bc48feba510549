import type { FileStore } from '../../engines/files/files.ts';
import { now } from '../../platform/clock.ts';

const sweepMs = 30_000;
const renewMs = 60_000;

interface Signed {
  address: Promise<string>;
  until: Date;
}

/** Signed addresses of segments. Each is signed once for all viewers: presigning for S3 is expensive. */
export class SegmentAddresses {
  readonly #files: Pick<FileStore, 'addressOf'>;
  readonly #signed = new Map<string, Signed>();
  #sweepAt = now();

  constructor(files: Pick<FileStore, 'addressOf'>) {
    this.#files = files;
  }

  /** The same address for the same end of its validity, on each node and after a restart, if our server serves it. */
  of(key: string, until: Date): Promise<string> {
    const name = `${until.getTime()} ${key}`;
    const known = this.#signed.get(name);
    if (known) return known.address;
    this.#sweep(now());
    const address = this.#files.addressOf(key, {
      name: key.endsWith('.mp4') ? 'init.mp4' : 'segment.m4s',
      contentType: 'video/mp4',
      disposition: 'inline',
      until,
    });
    const signed = { address, until };
    this.#signed.set(name, signed);
    address.catch(() => {
      if (this.#signed.get(name) === signed) this.#signed.delete(name);
    });
    return address;
  }

  /** An address that is valid for one to two minutes, for a request that leads to it at once. */
  ofNow(key: string): Promise<string> {
    const minute = Math.ceil(now().getTime() / renewMs);
    return this.of(key, new Date((minute + 1) * renewMs));
  }

  #sweep(time: Date): void {
    if (time < this.#sweepAt) return;
    this.#sweepAt = new Date(time.getTime() + sweepMs);
    for (const [name, { until }] of this.#signed) if (until <= time) this.#signed.delete(name);
  }
}
