import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/**
 * Put at the head of a statement that is asked often and is long to plan (many joins): each connection plans it once.
 * The text must be the same every time, with what changes in its parameters.
 */
export const prepared: RawBuilder<unknown> = sql`/* prepared */`;
const mark = '/* prepared */';

const names = new Map<string, string>();

/** One name for one text, the same on every connection of this process. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `prepared-${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}

const isMarked = (text: unknown): text is string =>
  typeof text === 'string' && text.trimStart().startsWith(mark);

type Query = (...given: unknown[]) => unknown;

/** A client that gives marked statements a name, by which the server knows their plan again. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const preparing: Query = (text, values, ...rest) =>
      isMarked(text) ? query({ name: nameOf(text), text, values }, ...rest) : query(text, values, ...rest);
    this.query = preparing as typeof this.query;
  }
}
