import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** The requested part of a list. */
export interface Page {
  limit: number;
  offset: number;
  order: 'asc' | 'desc';
}

/** The page that a query asks for; without a query the first one, of 1,000 rows. */
export const requestedPage = (
  { limit = 1000, offset = 0, order }: { [K in keyof Page]?: Page[K] | undefined },
  usual: Page['order'] = 'desc',
): Page => ({ limit, offset, order: order ?? usual });

export const sqlDirectionOf = ({ order }: Pick<Page, 'order'>): RawBuilder<unknown> =>
  order === 'asc' ? sql`ASC` : sql`DESC`;

/** `LIMIT` and `OFFSET` of a page. */
export const sqlLimitOf = ({ limit, offset }: Omit<Page, 'order'>): RawBuilder<unknown> =>
  sql`LIMIT ${limit} OFFSET ${offset}`;

/**
 * Adds the total number of rows to a page.
 * @param all what follows `SELECT count(*)`; runs only if the page itself does not show the total
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
