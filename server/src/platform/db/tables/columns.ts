import type { ColumnType } from 'kysely';

export type JsonColumn<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** A column that may be left out where it is null. */
export type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** bigint comes from the driver as text, since a double cannot hold all of it. */
export type GeneratedBigint = ColumnType<string, string | undefined, string>;
