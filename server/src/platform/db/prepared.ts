import { type RawBuilder, sql } from 'kysely';

/**
 * Put at the head of a statement that is asked often and is long to plan (many joins): each connection plans it once.
 * The text must be the same every time, with what changes in its parameters.
 */
export const prepared: RawBuilder<unknown> = sql`/* prepared */`;
const mark = '/* prepared */';

const names = new Map<string, string>();

/** The name of a marked statement, the same on every connection of this process; undefined for any other statement. */
export function nameOfPrepared(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.trimStart().startsWith(mark)) return undefined;
  let name = names.get(text);
  if (name === undefined) {
    name = `prepared-${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}
