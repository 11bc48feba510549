import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { type OwnDatabase, startOwnDatabase } from '../engines/own-database.ts';
import { nodesOf, type QueryPlan, rowsOf, statementsOf } from '../engines/plans.ts';
import { fill } from './fill.ts';

/** The id number `n`, which differs from those of `fill`. */
export const numberedId = (n: number) => n.toString(16).padStart(24, '0');

const account = (first: number) => ({
  userId: numberedId(first),
  spaceId: numberedId(first + 2),
  roomId: numberedId(first + 4),
});

/** A small account beside a large one: its lists must not cost more because of the other. */
export const [large, small] = [account(1), account(2)];

/** Tables with more rows must not be read completely. */
const bigFrom = 1500;

const amounts = {
  ...{ spaces: 4000, rooms: 4000, links: 10_000, participants: 10_000, present: 50 },
  ...{ calls: 2000, members: 4000, invites: 4000, roles: 3000, sessions: 2000, records: 4000 },
};

type Ask = (db: Db) => Promise<unknown>;
/** Queries by their subject. */
export type Asked = Record<string, Ask>;

/** A database with these two accounts. */
export class TwoAccounts {
  readonly #database: OwnDatabase;
  readonly db: Db;
  readonly pool: OwnDatabase['pool'];

  private constructor(database: OwnDatabase) {
    this.#database = database;
    this.db = database.db;
    this.pool = database.pool;
  }

  /** @param fillFurther adds what the tests need besides */
  static async start(fillFurther: (db: Db) => Promise<void> = async () => undefined): Promise<TwoAccounts> {
    const accounts = new TwoAccounts(await startOwnDatabase());
    const { db } = accounts;
    for (const { userId, spaceId, roomId } of [large, small]) {
      await sql`INSERT INTO users (id, email, username, password_hash, plan, created_at)
        VALUES (${userId}, ${`${userId}@example.org`}, 'Somebody', 'none', 'business', now())`.execute(db);
      await sql`INSERT INTO spaces (id, name, is_public, owner_id, created_at)
        VALUES (${spaceId}, 'Group', false, ${userId}, now())`.execute(db);
      await sql`INSERT INTO rooms (id, space_id, alias, name, type, is_public, flags, waiting_room_audience, join_fields, created_at)
        VALUES (${roomId}, ${spaceId}, ${`own-${roomId.slice(-6)}`}, 'Room', 'lesson', false, '{}', 'nobody', '[]', now())`.execute(
        db,
      );
    }
    await fill(db, { ownerId: large.userId, at: large, amounts });
    await fillFurther(db);
    await sql`VACUUM ANALYZE`.execute(db);
    return accounts;
  }

  remove(): Promise<void> {
    return this.#database.remove();
  }

  async #plansOf(ask: Ask, how: 'ANALYZE, ' | ''): Promise<QueryPlan[]> {
    const plans: QueryPlan[] = [];
    for (const { sql: text, parameters } of await statementsOf(this.db, ask)) {
      const { rows } = await this.pool.query(`EXPLAIN (${how}FORMAT JSON) ${text}`, [...parameters]);
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: QueryPlan }];
      plans.push(...nodesOf(plan));
    }
    return plans;
  }

  async #scansOf(ask: Ask): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${bigFrom}`,
    );
    const big = new Set(rows.map(({ name }) => name));
    return (await this.#plansOf(ask, '')).flatMap((node) => {
      const table = node['Relation Name'] ?? '';
      return node['Node Type'] === 'Seq Scan' && big.has(table) ? [table] : [];
    });
  }

  /** How many rows of tables and indexes the statements of `ask` look at. */
  async rowsReadBy(ask: Ask): Promise<number> {
    return (await this.#plansOf(ask, 'ANALYZE, ')).reduce((sum, node) => sum + rowsOf(node), 0);
  }

  /** Fails if one of these queries reads a big table completely. */
  async expectIndexes(asked: Asked): Promise<void> {
    const found: Record<string, string[]> = {};
    for (const [name, ask] of Object.entries(asked)) {
      const scanned = await this.#scansOf(ask);
      if (scanned.length > 0) found[name] = scanned;
    }
    assert.deepEqual(found, {});
  }
}
