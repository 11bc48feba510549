/**
 * The interface of the file storage. Adapters: `folder.ts` and `s3.ts`; `startup/files.ts` chooses, and both
 * pass `files.contract.test.ts`. `served/` signs URLs of our own origin and serves the files behind them.
 */

import { now, seconds } from '../../platform/clock.ts';

/** How long the URLs of files are good for, at least. */
export const addressesGoodForMs = seconds(24 * 3600);

/** An expiry of at least a day, rounded so that a page that asks again gets the same URLs. */
export function addressesUntil(): Date {
  const step = seconds(600);
  return new Date(Math.ceil((now().getTime() + addressesGoodForMs) / step) * step);
}

/** Storage of files. A key is a path with slashes. */
export interface FileStore {
  /**
   * Stores a local file under a key, replacing what is there. When it returns, the whole file is on disk; when it
   * throws, nothing is under that key. The local file stays.
   */
  put(key: string, path: string, options: PutOptions): Promise<void>;
  /** Undefined if nothing is stored under that key. */
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** Ignores missing files. */
  remove(keys: string[]): Promise<void>;
  /**
   * Makes a local file with the content of a key. It may be the stored file itself under a second name, so nobody may
   * write into it. @returns false if nothing is stored under that key
   */
  fetch(key: string, path: string, options: FetchOptions): Promise<boolean>;
  /** Undefined if nothing is stored under that key. The caller closes the file. */
  open(key: string): Promise<OpenFile | undefined>;
  /**
   * A signed URL for our pages, where anybody may GET the file until it expires: with ranges, under a readable name.
   * It is the storage's own URL if the storage has such, so that playback does not pass through our server.
   */
  addressOf(key: string, options: AddressOptions): Promise<string>;
  /** A signed URL to give away: always at our own origin, for any HTTP client, with HEAD, expiring to the millisecond. */
  linkOf(key: string, options: LinkOptions): Promise<string>;
  /** Foreign origins of the URLs for pages; the page's content security policy must allow them. */
  readonly origins: string[];
  /** Throws FilesAway if no file could be stored now. */
  health(): Promise<void>;
}

export interface PutOptions {
  contentType: string;
  /** Aborts a long upload and removes what was sent. */
  signal?: AbortSignal;
  /** Bytes sent so far. */
  onProgress?: (bytes: number) => void;
}

export interface FetchOptions {
  /** Aborts a long download. The part that was written of the local file stays. */
  signal?: AbortSignal;
}

export interface AddressOptions {
  /** The name for saving the file. */
  name: string;
  contentType: string;
  /** Saved as a file, or shown in a page. */
  disposition: 'attachment' | 'inline';
  until: Date;
}

export interface LinkOptions extends AddressOptions {
  /** The person who may read by this URL. The owner of the file decides at each request whether they still may. */
  reader?: string | undefined;
}

/** A stored file, as it was when it was opened. */
export interface OpenFile {
  size: number;
  /** A strong ETag, so that a download resumes only on the same content. */
  etag: string;
  /** In whole seconds, as HTTP has it. */
  modified: Date;
  /**
   * The bytes from `first` to `last`, both included, with backpressure. Throws if the bytes of this very file cannot
   * be read any more.
   */
  read(first: number, last: number): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** The storage does not answer, refuses the request or is full: retry later. */
export class FilesAway extends Error {
  override name = 'FilesAway';
}

/** The storage refused the request: its settings or our access rights are wrong. */
export class FilesRefused extends FilesAway {
  override name = 'FilesRefused';
}
