import { type Insertable, type RawBuilder, type SelectType, sql } from 'kysely';
import { tables } from './tables.generated.ts';

export type { RecordFiles, RecordQuality, StoredSentence, StoredSummary } from './json-columns.ts';
export type Tables = typeof tables;

type Name = keyof Tables;

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';
type CamelCased<O> = { [C in keyof O as C extends string ? CamelCase<C> : never]: O[C] };
type SnakeCased<O> = { [K in keyof O as K extends string ? SnakeCase<K> : never]: O[K] };

/** A row as read with `columnsOf`. */
export type RowOf<T extends Name> = CamelCased<{ [C in keyof Tables[T]]: SelectType<Tables[T][C]> }>;

/** A row for `snakeCased`; columns with a default or NULL are optional. */
export type NewRowOf<T extends Name> = CamelCased<Insertable<Tables[T]>>;

/**
 * All columns of a table for a SELECT list, in camelCase. It is one text: a reference for each column would be made into
 * text again for each statement.
 * @example sql<RowOf<'calls'>>`SELECT ${columnsOf('calls', 'c')} FROM calls c`
 */
export const columnsOf = (table: Name, alias: string): RawBuilder<unknown> =>
  sql.raw(
    Object.keys(tables[table])
      .map((column) => {
        const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
        return `"${alias}"."${column}" AS "${name}"`;
      })
      .join(', '),
  );

/**
 * Renames the fields to their columns.
 * @example db.insertInto('calls').values(snakeCased(call))
 */
export const snakeCased = <O extends object>(fields: O): SnakeCased<O> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as SnakeCased<O>;
