import { parseWebAddress } from '../../platform/web-address.ts';
import type { Parameters } from './query.ts';

/** The first characters of a text, counted as people count them. */
export const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

export const isTrue = (parameters: Parameters, name: string): boolean =>
  parameters.get(name)?.toLowerCase() === 'true';

/** A boolean with a default for a parameter that is not given. */
export const flagOf = (parameters: Parameters, name: string, fallback: boolean): boolean =>
  parameters.has(name) ? isTrue(parameters, name) : fallback;

/** A whole number from 0; a bad one counts as not given. */
export function numberOf(parameters: Parameters, name: string, fallback: number): number {
  const text = parameters.get(name)?.trim() ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : fallback;
}

/** An http or https address that a page may follow; null for anything else. */
export function addressOf(parameters: Parameters, name: string): string | null {
  const address = parseWebAddress(parameters.get(name)?.trim() ?? '')?.href;
  return address !== undefined && address.length <= 2000 ? address : null;
}

/** A trimmed text; undefined if nothing is left. */
export const trimmed = (parameters: Parameters, name: string): string | undefined =>
  parameters.get(name)?.trim() || undefined;

/** How many `meta_*` a meeting or a recording has at most. */
export const mostMeta = 100;
const longestMeta = 4000;

/** The lower-case name of a `meta_*`; undefined for another parameter, and for other characters. */
export const nameOfMeta = (name: string): string | undefined =>
  /^meta_([A-Za-z][A-Za-z0-9-]{0,99})$/.exec(name)?.[1]?.toLowerCase();

/** The `meta_*` of a request, by their lower-case names. */
export function metadataIn(parameters: Parameters): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of parameters) {
    const meta = nameOfMeta(name);
    if (meta !== undefined && found.length < mostMeta) found.push([meta, cut(value, longestMeta)]);
  }
  return Object.fromEntries(found);
}
