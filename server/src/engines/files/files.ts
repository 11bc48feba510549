/** What the product asks of the place where files are kept, in the product's words. A key is a path with slashes. */
export interface FileStore {
  /**
   * Keeps a local file under a key; when it returns, the file is there whole and on the disk, or an error was thrown and
   * nothing is under that key. The local file stays. What lay under the key before is replaced.
   */
  put(key: string, path: string, options: PutOptions): Promise<void>;
  /** Undefined: nothing is kept under that key. */
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** What is not there is removed already. */
  remove(keys: string[]): Promise<void>;
  /** Undefined: nothing is kept under that key. Whoever opens it closes it. */
  open(key: string): Promise<OpenFile | undefined>;
  /**
   * An address for pages of ours, at which anybody may GET the file until then: signed, with ranges, under a readable
   * name. It is the storage's own where it has such: what people watch then does not pass through us.
   */
  addressOf(key: string, options: AddressOptions): Promise<string>;
  /** The same to be given away: always at our own origin, for any HTTP client, HEAD too, and good to the millisecond. */
  linkOf(key: string, options: AddressOptions): Promise<string>;
  /** Origins, other than our own, at which the addresses for pages are: a page has to be allowed to play from them. */
  readonly origins: string[];
  /** Throws FilesAway where nothing could be kept now. */
  health(): Promise<void>;
}

export interface PutOptions {
  contentType: string;
  /** Ends a long upload; what was sent is taken back. */
  signal?: AbortSignal;
  /** Bytes sent so far. */
  onProgress?: (bytes: number) => void;
}

export interface AddressOptions {
  /** What the file is called where it is saved. */
  name: string;
  contentType: string;
  /** Saved, or shown in a page. */
  disposition: 'attachment' | 'inline';
  until: Date;
}

/** A kept file as it was when it was opened. */
export interface OpenFile {
  size: number;
  /** Strong: a download goes on only where it is. */
  etag: string;
  /** Whole seconds, as HTTP has it. */
  modified: Date;
  /**
   * The bytes from the first to the last one, both included, no faster than they are taken. Of that file or none: where
   * they cannot be had any more, it throws.
   */
  read(first: number, last: number): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** The storage does not answer, refuses us or is full: it is worth another try. */
export class FilesAway extends Error {
  override name = 'FilesAway';
}

/** The storage answers and says no: its settings or our rights there are wrong. */
export class FilesRefused extends FilesAway {
  override name = 'FilesRefused';
}
