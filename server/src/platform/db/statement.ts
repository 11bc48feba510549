import { type RawBuilder, sql } from 'kysely';

/**
 * A whole statement with parameters $1, $2 …; its text can be pasted into psql behind `PREPARE name AS`.
 * @example statement<{ id: string }>('SELECT id FROM rooms WHERE alias = $1', [alias])
 */
export function statement<T>(text: string, parameters: readonly unknown[]): RawBuilder<T> {
  const pieces = text.split(/\$(\d+)/);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const numbers = pieces.filter((_, at) => at % 2 === 1);
  const values = numbers.map((number) => parameters[Number(number) - 1]);
  return sql<T>(Object.assign(texts, { raw: texts }), ...values);
}
