import { sql } from 'kysely';
import type { Db } from './db.ts';

type Run<R> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<R>;

/**
 * Runs a statement and returns its rows (docs/decisions/0169).
 * @example const rooms = await selectAll<{ id: string }>(db)`SELECT id FROM rooms WHERE space_id = ${spaceId}`
 */
export const selectAll =
  <T>(db: Db): Run<T[]> =>
  async (text, ...values) =>
    (await sql<T>(text, ...values).execute(db)).rows;

/** The first row; undefined if there is none. */
export const selectFirst =
  <T>(db: Db): Run<T | undefined> =>
  async (text, ...values) =>
    (await sql<T>(text, ...values).execute(db)).rows[0];

/** The first column of all rows, such as their ids. */
export const selectColumn =
  <T = string>(db: Db): Run<T[]> =>
  async (text, ...values) =>
    (await sql<Record<string, T>>(text, ...values).execute(db)).rows.flatMap((row) =>
      Object.values(row).slice(0, 1),
    );

/** The first column of the first row; undefined if there is none. */
export const selectValue =
  <T = string>(db: Db): Run<T | undefined> =>
  async (text, ...values) =>
    (await selectColumn<T>(db)(text, ...values))[0];

/** Whether there is a row. */
export const hasRows =
  (db: Db): Run<boolean> =>
  async (text, ...values) =>
    (await sql(text, ...values).execute(db)).rows.length > 0;

/** Runs a statement that changes rows. @returns how many */
export const countChanged =
  (db: Db): Run<number> =>
  async (text, ...values) =>
    Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0n);

/** Runs a statement without a result. */
export const execute =
  (db: Db): Run<void> =>
  async (text, ...values) => {
    await sql(text, ...values).execute(db);
  };
