import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/errors.ts';
import { MalformedXml, type ReadElement, readXmlElements } from '../xml/read.ts';
import { fail } from './failures.ts';

/** The largest bodies, in bytes. A form is read before its checksum is checked. */
export const largestBodies = { form: 256 * 1024, other: 10 * 1024 * 1024 };

/** Thrown for a body that is larger: its rest is not kept. */
export class BodyTooLarge extends Error {}

/** The media type of the body, in lower case and without parameters. */
export const typeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

async function* chunksOf({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    // A destroyed request could not be responded to.
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new Refusal('body_unreadable', { message: 'The client disconnected before the end of the body.' });
  }
}

/** @throws BodyTooLarge */
export async function readBody(request: FastifyRequest, largest: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > largest) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > largest) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A document that a client wants to be shown: from an address, or with its content. */
export interface AskedDocument {
  url?: string;
  /** The file in Base64, with spaces as they are written. */
  base64?: string;
  name: string | undefined;
  /** The name of the file, which tells its type. */
  fileName: string | undefined;
  isDownloadable: boolean;
  isCurrent: boolean;
}

const readDocument = ({ attributes, text }: ReadElement): AskedDocument => {
  const [url, fileName] = [attributes.get('url'), attributes.get('filename') ?? attributes.get('name')];
  return {
    ...(url === undefined ? { base64: text } : { url }),
    name: attributes.get('name') ?? attributes.get('filename'),
    fileName,
    isDownloadable: attributes.get('downloadable') === 'true',
    isCurrent: attributes.get('current') === 'true',
  };
};

/** The documents that an XML body names. @throws Failed `malformedXML` */
export function readDocuments(body: Buffer): AskedDocument[] {
  try {
    return readXmlElements(utf8.decode(body))
      .filter(({ name }) => name === 'document')
      .map(readDocument);
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof TypeError) return fail('malformedXML');
    throw error;
  }
}
