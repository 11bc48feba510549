import { createHash } from 'node:crypto';
import { sameBytes } from '../../platform/crypto.ts';

/** Parameters by their names, which are case-sensitive. An empty one counts as not given, of duplicates the first counts. */
export type Parameters = ReadonlyMap<string, string>;

/** Decodes a form: `text` has one character for each byte. A stray `%` stands for itself. */
function decode(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

interface Pair {
  name: string;
  value: string;
}

function pairOf(raw: string): Pair {
  const end = raw.indexOf('=');
  return end < 0
    ? { name: decode(raw), value: '' }
    : { name: decode(raw.slice(0, end)), value: decode(raw.slice(end + 1)) };
}

const checksumName = 'checksum';

/** A query or a form as it arrived. */
export interface SignedQuery {
  parameters: Parameters;
  /** Undefined: there is none, or more than one. */
  checksum: string | undefined;
  /** The bytes that are signed: all but the checksum. */
  signed: string;
}

/** Reads a query or a form, in which each character stands for one byte. */
export function readQuery(raw: string): SignedQuery {
  const parts = raw.split('&');
  const pairs = parts.map(pairOf);
  const places = pairs.flatMap(({ name }, index) => (name === checksumName ? [index] : []));
  const [place] = places;
  const kept = parts.filter((_, index) => index !== place);
  const parameters = new Map<string, string>();
  for (const { name, value } of pairs) {
    const text = value.replace(/\p{Cc}/gu, '');
    if (text !== '' && name !== checksumName && !parameters.has(name)) parameters.set(name, text);
  }
  const isOnly = place !== undefined && places.length === 1;
  return {
    parameters,
    checksum: isOnly ? pairs[place]?.value : undefined,
    signed: isOnly ? kept.join('&') : raw,
  };
}

/** As Java's URLEncoder does. */
const encodeAsJava = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

/** The other text that clients sign for a form: its parameters sorted by name. */
export function sortedForm(raw: string): string {
  const first = new Map<string, string>();
  for (const { name, value } of raw.split('&').map(pairOf)) {
    if (name !== checksumName && !first.has(name)) first.set(name, value);
  }
  const names = [...first.keys()].sort((one, other) => (one < other ? -1 : 1));
  return names.map((name) => `${name}=${encodeAsJava(first.get(name) ?? '')}`).join('&');
}

const algorithms: Record<number, string> = { 40: 'sha1', 64: 'sha256', 96: 'sha384', 128: 'sha512' };

/**
 * Whether the checksum is that of one of these texts with one of the secrets. Takes as long for a wrong one.
 * @param texts one character for each byte
 */
export function isSigned(
  { checksum, texts }: { checksum: string | undefined; texts: readonly string[] },
  secrets: readonly string[],
): boolean {
  const algorithm = algorithms[checksum?.length ?? 0];
  if (checksum === undefined || algorithm === undefined || !/^[0-9a-f]+$/i.test(checksum)) return false;
  const given = Buffer.from(checksum, 'hex');
  const matches = texts.flatMap((text) =>
    secrets.map((secret) => {
      const hash = createHash(algorithm).update(text, 'latin1').update(secret, 'utf8').digest();
      return sameBytes(hash, given);
    }),
  );
  return matches.includes(true);
}
