import type { AddressOptions, FileStore } from '../../engines/files/files.ts';

type Addresses = Pick<FileStore, 'addressOf'>;

/** As many as a busy hour of lists shows; each is some hundred bytes. */
const most = 10_000;

/**
 * Addresses of what lists show again and again. As long as they are asked for until the same moment they are the same,
 * so that a page that looks again loads no picture twice, and nothing is signed twice.
 */
export function cacheAddresses(files: Addresses): Addresses {
  let known = new Map<string, Promise<string>>();
  let knownUntil = Number.NaN;
  return {
    addressOf: (key: string, options: AddressOptions): Promise<string> => {
      const until = options.until.getTime();
      if (until !== knownUntil || known.size >= most) known = new Map();
      knownUntil = until;
      // The name is in the address too, and may be changed.
      const id = JSON.stringify([key, options.name]);
      const before = known.get(id);
      if (before) return before;
      const address = files.addressOf(key, options);
      const kept = known.set(id, address);
      // One that failed is tried anew.
      address.catch(() => kept.delete(id));
      return address;
    },
  };
}
