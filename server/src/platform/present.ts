import { timestamp } from './clock.ts';

type Presented<V> = V extends Date ? string : V;

/**
 * The fields of a row that the response schema names; dates become timestamps.
 * @example presentFields(Call, row) // { id: '…', startedAt: '2026-11-22T10:15:00.000Z' }
 */
export function presentFields<S extends object, R extends object>(
  { properties }: { properties: S },
  row: R,
): { [K in keyof S & keyof R]: Presented<R[K]> } {
  const named = Object.entries(row).filter(([name]) => name in properties);
  const fields = named.map(([name, value]) => [name, value instanceof Date ? timestamp(value) : value]);
  return Object.fromEntries(fields);
}
