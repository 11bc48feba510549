import type { IncomingMessage } from 'node:http';
import { openTarget, type Reach } from '../../platform/http/outgoing/open-target.ts';

export interface LoadedPicture {
  type: string;
  bytes: Buffer;
}

export const largestPicture = 512 * 1024;

/** Types with the hexadecimal digits of their first bytes; a dot is any digit. */
const signatures: [type: string, begin: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];
/** The element follows a declaration, a document type or a comment. A browser that shows it runs nothing in it. */
const svg = /^\uFEFF?\s*<(?:svg[\s>]|[?!].*?<svg[\s>])/s;

/** The type of a picture by its first bytes; undefined for what is none. The type that a server states does not count. */
export function typeOfPicture(bytes: Buffer): string | undefined {
  const hex = bytes.subarray(0, 16).toString('hex');
  const found = signatures.find(([, begin]) => begin.test(hex));
  if (found) return found[0];
  return svg.test(bytes.subarray(0, 4096).toString()) ? 'image/svg+xml' : undefined;
}

/** Reads the body up to the limit; undefined for a longer one. */
async function bodyOf(answer: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > largestPicture) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Loads the picture at an address.
 * @returns undefined if there is none that we show
 * @throws TargetRefused, TargetUnknown, the error of the system, TLS or the HTTP parser; the reason of `signal`
 */
export async function loadPicture(
  address: string,
  { reach, signal }: { reach: Reach; signal: AbortSignal },
): Promise<LoadedPicture | undefined> {
  const answer = await openTarget(address, { reach, signal, accept: 'image/*' });
  if (!answer) return undefined;
  try {
    const bytes = await bodyOf(answer);
    const type = bytes && typeOfPicture(bytes);
    return bytes && type !== undefined ? { type, bytes } : undefined;
  } finally {
    answer.destroy();
  }
}
