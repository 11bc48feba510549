import { type RawBuilder, sql } from 'kysely';

/**
 * Marks a frequent statement that is slow to plan (many joins), so that each connection plans it once. Its text must
 * always be the same, with variable values as parameters.
 */
export const prepared: RawBuilder<unknown> = sql`/* prepared */`;
const mark = '/* prepared */';

/**
 * An array as a parameter of a prepared statement. The planner does not see its length: it would plan the statement
 * anew for each short array, because the usual plan is for ten values.
 * @example sql`WHERE v.id = ANY (${arrayOf(ids, 'text')})`
 */
export const arrayOf = (values: readonly string[], type: 'text' | 'bigint'): RawBuilder<unknown> =>
  type === 'text' ? sql`(SELECT ${values}::text[])::text[]` : sql`(SELECT ${values}::bigint[])::bigint[]`;

const names = new Map<string, string>();

/** The name of a marked statement, the same for every connection of this process; undefined if it is not marked. */
export function nameOfPrepared(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.trimStart().startsWith(mark)) return undefined;
  let name = names.get(text);
  if (name === undefined) {
    name = `prepared-${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}
