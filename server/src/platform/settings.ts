import { parseHttpAddress } from './web-address.ts';

/** One setting: its parser, default and documentation. */
export interface Setting<T> {
  parse: (text: string) => T;
  /** Used if the variable is absent or empty; without a fallback the setting is optional. */
  fallback?: string | undefined;
  /** The default as the documentation shows it, if that differs from `fallback`. */
  shown?: string;
  secret?: boolean;
  meaning: string;
}

type Table = Record<string, Setting<unknown>>;
type Value<S> = S extends { parse: (text: string) => infer T }
  ? S extends { fallback: string }
    ? T
    : S extends { fallback: string | undefined }
      ? T
      : T | undefined
  : never;
export type Values<T extends Table> = { [K in keyof T]: Value<T[K]> };

/** Parses the whole table, so that an operator sees every fault and not only the first. */
export function readSettings<const T extends Table>(table: T, environment: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) {
    const given = environment[name]?.trim() || setting.fallback;
    if (given === undefined) continue;
    try {
      values[name] = setting.parse(given);
    } catch (error) {
      const shown = setting.secret ? '' : ` (it is ${JSON.stringify(given)})`;
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}${shown}`);
    }
  }
  return { values: values as Values<T>, faults };
}

export const parseIntegerIn = (least: number, most: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`);
  return value;
};

export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses one of some words. */
export const parseOneOf =
  <const T extends string>(...values: T[]) =>
  (value: string): T => {
    const found = values.find((name) => name === value);
    if (!found) throw new Error(`must be ${values.join(' or ')}`);
    return found;
  };

/** Parses a comma list of known words. The result has each once, in the table's order. */
export const parseSome =
  <const T extends string>(words: readonly T[]) =>
  (text: string): T[] => {
    const given = parseList(text);
    if (given.length === 0 || !given.every((word) => words.some((known) => known === word))) {
      throw new Error(`must be some of ${words.join(', ')}, separated by commas`);
    }
    return words.filter((word) => given.includes(word));
  };

const units: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const binaryUnits: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** Parses a size such as `2GB`, `1.5 GiB`, `500MB`, or a number of bytes. */
export function parseBytes(text: string): number {
  const [, count, letter = '', binary] = /^(\d+(?:\.\d+)?) ?([kmgt]?)(i?)b?$/i.exec(text) ?? [];
  const unit = (binary ? binaryUnits : units)[letter.toLowerCase()];
  const bytes = Math.round(Number(count) * (unit ?? Number.NaN));
  if (!Number.isSafeInteger(bytes))
    throw new Error('must be a size, such as 2GB, 500MB or a number of bytes');
  return bytes;
}

export const parseUrl =
  (...protocols: string[]) =>
  (text: string): URL => {
    const url = /^https?:/i.test(text) ? parseHttpAddress(text) : (URL.parse(text) ?? undefined);
    if (!url || !protocols.includes(url.protocol)) {
      throw new Error(
        `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
      );
    }
    return url;
  };
