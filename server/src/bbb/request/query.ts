import { createHash } from 'node:crypto';
import { sameBytes } from '../../platform/crypto.ts';

/** Parameters by their names, which are case-sensitive. The first of duplicates counts, and an empty one counts as not given. */
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

/** A request with more parameters is refused as one without a checksum: nothing in it is decoded. */
export const mostParameters = 1000;

/** @returns undefined if there are too many */
function pairsOf(raw: string): Pair[] | undefined {
  const parts = raw.split('&', mostParameters + 1);
  return parts.length > mostParameters ? undefined : parts.map(pairOf);
}

/** The first of duplicates counts, also if it is empty. */
function firstValues(pairs: readonly Pair[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of pairs) {
    if (name !== checksumName && !values.has(name)) values.set(name, value);
  }
  return values;
}

/** A query or a form as it arrived. */
export interface SignedQuery {
  parameters: Parameters;
  /** The names of those that are given without a value. */
  emptied: string[];
  /** Undefined: there is none, or more than one. */
  checksum: string | undefined;
  /** The bytes that are signed: all but the checksum. */
  signed: string;
}

/** Reads a query or a form, in which each character stands for one byte. */
export function readQuery(raw: string): SignedQuery {
  const pairs = pairsOf(raw);
  if (!pairs) return { parameters: new Map(), emptied: [], checksum: undefined, signed: raw };
  const texts = [...firstValues(pairs)].map(
    ([name, value]) => [name, value.replace(/\p{Cc}/gu, '')] as const,
  );
  const checksums = pairs.flatMap(({ name }, index) => (name === checksumName ? [index] : []));
  const only = checksums.length === 1 ? checksums[0] : undefined;
  const isEmpty = ([, text]: readonly [string, string]): boolean => text === '';
  return {
    parameters: new Map(texts.filter((text) => !isEmpty(text))),
    emptied: texts.filter(isEmpty).map(([name]) => name),
    checksum: only === undefined ? undefined : pairs[only]?.value,
    signed: raw
      .split('&')
      .filter((_, index) => index !== only)
      .join('&'),
  };
}

/** As Java's URLEncoder does. */
const encodeAsJava = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

/** The other text that clients sign for a form: its parameters sorted by name. */
export function sortedForm(raw: string): string {
  const values = [...firstValues(pairsOf(raw) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
  return values.map(([name, value]) => `${name}=${encodeAsJava(value)}`).join('&');
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
