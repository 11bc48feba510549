import type { AddressOptions, FileStore } from '../../engines/files/files.ts';

type Addresses = Pick<FileStore, 'addressOf'>;

/** As many as lists show in a busy hour; each takes some hundred bytes. */
const most = 10_000;

/**
 * Caches signed URLs of pictures that lists show repeatedly. Requests with the same expiry get the same URL, so that
 * pages load no picture twice and nothing is signed twice.
 */
export function cacheAddresses(files: Addresses): Addresses {
  let known = new Map<string, Promise<string>>();
  let knownUntil = Number.NaN;
  return {
    addressOf: (key: string, options: AddressOptions): Promise<string> => {
      const until = options.until.getTime();
      if (until !== knownUntil || known.size >= most) known = new Map();
      knownUntil = until;
      // The name is part of the URL and may change.
      const id = JSON.stringify([key, options.name]);
      const before = known.get(id);
      if (before) return before;
      const address = files.addressOf(key, options);
      const kept = known.set(id, address);
      // A failed one is signed again next time.
      address.catch(() => kept.delete(id));
      return address;
    },
  };
}
