import type { FastifyRequest } from 'fastify';
import { MalformedXml, readElementNames } from '../xml/read.ts';
import { fail } from './failures.ts';

/** The largest body, in bytes. */
export const largestBody = 10 * 1024 * 1024;

/** Thrown for a body that is larger: its rest is not read. */
export class BodyTooLarge extends Error {}

/** The media type of the body, in lower case and without parameters. */
export const typeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @throws BodyTooLarge */
export async function readBody({ raw }: FastifyRequest): Promise<Buffer> {
  if (Number(raw.headers['content-length'] ?? 0) > largestBody) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // A destroyed request could not be responded to.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether an XML body names documents. @throws Failed `malformedXML` */
export function hasDocuments(body: Buffer): boolean {
  try {
    return readElementNames(utf8.decode(body)).includes('document');
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof TypeError) return fail('malformedXML');
    throw error;
  }
}
