import type { Readable } from 'node:stream';
import { GetObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { FilesAway, type OpenFile } from '../files.ts';
import { faultOf } from './fault.ts';
import type { ObjectPlace } from './upload.ts';

class ObjectFile implements OpenFile {
  readonly size: number;
  readonly etag: string;
  readonly modified: Date;
  readonly #place: ObjectPlace;
  #body: Readable | undefined;
  #isClosed = false;

  constructor(place: ObjectPlace, { size, etag, modified }: Pick<OpenFile, 'size' | 'etag' | 'modified'>) {
    this.#place = place;
    this.size = size;
    this.etag = etag;
    this.modified = modified;
  }

  /** Requests the rest if the response ends early: storages disconnect slow readers, and may restart. */
  async *read(first: number, last: number): AsyncGenerator<Buffer> {
    for (let at = first; at <= last; ) {
      const body = await this.#get(at, last);
      const began = at;
      const chunks = body[Symbol.asyncIterator]();
      let broken: unknown = new Error('the response ended early');
      try {
        for (;;) {
          const next = await chunks.next().catch((error: unknown) => {
            broken = error;
            return { done: true, value: undefined };
          });
          if (next.done) break;
          at += next.value.length;
          yield next.value;
        }
      } finally {
        body.destroy();
      }
      if (at === began) throw faultOf(broken, 'send a file');
    }
  }

  async #get(first: number, last: number): Promise<Readable> {
    const range = { Range: `bytes=${first}-${last}`, IfMatch: this.etag };
    try {
      const answer = await this.#place.client.send(new GetObjectCommand({ ...this.#place.at, ...range }));
      const body = answer.Body as Readable;
      this.#body = body;
      if (this.#isClosed || answer.ContentLength !== last - first + 1) {
        body.destroy();
        throw new FilesAway('The object storage sent another range than requested.');
      }
      return body;
    } catch (error) {
      throw faultOf(error, 'send a file');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#body?.destroy();
  }
}

/** An opened object. Reading returns bytes of this version of it, or fails. */
export function openObject(place: ObjectPlace, found: HeadObjectCommandOutput): OpenFile {
  const { ContentLength: size, ETag: etag, LastModified: modified } = found;
  if (size === undefined || !etag || !modified) {
    throw new FilesAway('The object storage described a file without its length, ETag or date.');
  }
  return new ObjectFile(place, { size, etag, modified });
}
