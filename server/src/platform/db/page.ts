import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** Which part of a list is asked for. */
export interface Page {
  limit: number;
  offset: number;
  order: 'asc' | 'desc';
}

export const sqlDirectionOf = ({ order }: Pick<Page, 'order'>): RawBuilder<unknown> =>
  order === 'asc' ? sql`ASC` : sql`DESC`;

/** `LIMIT` and `OFFSET` of a page. */
export const sqlLimitOf = ({ limit, offset }: Omit<Page, 'order'>): RawBuilder<unknown> =>
  sql`LIMIT ${limit} OFFSET ${offset}`;

/**
 * The rows of a page, and how many there are in all.
 * @param all what stands after `SELECT count(*)`: asked only where the page itself does not tell
 */
export async function withTotal<T>(
  db: Db,
  items: T[],
  { page, all }: { page: Omit<Page, 'order'>; all: RawBuilder<unknown> },
): Promise<{ items: T[]; total: number }> {
  const isLast = items.length < page.limit && (items.length > 0 || page.offset === 0);
  if (isLast) return { items, total: page.offset + items.length };
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total ${all}`.execute(db);
  return { items, total: rows[0]?.total ?? 0 };
}
