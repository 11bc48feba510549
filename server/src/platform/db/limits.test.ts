import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { ChannelAccess } from '../../chat/access.ts';
import { beginNewEpochs } from '../../chat/channels/store.ts';
import { clearChannel } from '../../chat/messages/edit.ts';
import type { ChatParts } from '../../chat/parts.ts';
import { erasePerson, type PeopleParts } from '../../people/erase.ts';
import { endStuckTransactions } from '../../startup/nodes/store.ts';
import { refusalOf } from '../http/reply-errors.ts';
import { DatabaseClient } from './client.ts';
import { type Database, inTransaction, openDatabase } from './db.ts';
import { allowLongStatements, liftStatementLimit } from './limits.ts';

let own: OwnDatabase;
before(async () => {
  own = await startOwnDatabase();
  await sql`CREATE TABLE notes (id int PRIMARY KEY, text text)`.execute(own.db);
});
after(() => own?.remove());

/** Runs `work` with a pool as a node has it, with other limits. */
async function withNode<T>(more: pg.PoolConfig, work: (node: Database) => Promise<T>): Promise<T> {
  const node = openDatabase({ connectionString: own.url, ...more }, quietLog);
  try {
    return await work(node);
  } finally {
    await node.close();
  }
}

const sleep = (seconds: number) => sql`SELECT pg_sleep(${seconds}::double precision)`;
const pidOf = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;

async function assertTemporary(failing: Promise<unknown>): Promise<void> {
  const error = await failing.then(
    () => assert.fail('the statement succeeded'),
    (reason: unknown) => reason,
  );
  const refusal = refusalOf(error, () => undefined);
  assert.deepEqual([refusal.status, refusal.code, refusal.retryAfter], [503, 'database_away', 2], `${error}`);
}

async function limitsOf({ db, pool }: Database) {
  const { rows } = await sql<Record<string, string>>`
    SELECT current_setting('statement_timeout') AS statement, application_name AS name,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('lock_timeout') AS lock
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`.execute(db);
  const client = await pool.connect();
  client.release();
  assert.ok(client instanceof DatabaseClient);
  return { ...rows[0], query: client.usualWaitMs, keepAlive: pool.options.keepAlive };
}

// Each test waits for a limit, with connections and rows of its own.
suite('limits of the database', { concurrency: 4 }, () => {
  test('every connection has the limits, whatever the connection string says', async () => {
    const expected = { statement: '10s', idle: '5s', query: 12_000, keepAlive: true };
    await withNode({}, async (node) => {
      assert.deepEqual(await limitsOf(node), { ...expected, name: 'lectern', lock: '0' });
    });
    const connectionString = `${own.url}&${[
      'statement_timeout=0',
      'idle_in_transaction_session_timeout=0',
      'query_timeout=1',
      `options=${encodeURIComponent('-c statement_timeout=0 -c idle_in_transaction_session_timeout=0')}`,
      'application_name=school%20one+two',
      'lock_timeout=7000',
      'sslmode=disable',
    ].join('&')}`;
    await withNode({ connectionString }, async (node) => {
      assert.deepEqual(await limitsOf(node), { ...expected, name: 'school one two', lock: '7s' });
    });
  });

  test('a slow statement is cancelled with its transaction and answered with 503', () =>
    withNode({ statement_timeout: 200, max: 1 }, async ({ db }) => {
      const failing = inTransaction(db, async (trx) => {
        await sql`INSERT INTO notes VALUES (1, 'half')`.execute(trx);
        await sleep(30).execute(trx);
      });
      await assertTemporary(failing);
      const { rows } = await sql`SELECT id FROM notes WHERE id = 1`.execute(db);
      assert.deepEqual(rows, []);
    }));

  test('a transaction that idles too long loses its locks and its connection', () =>
    withNode({ idle_in_transaction_session_timeout: 300 }, async ({ db }) => {
      await sql`INSERT INTO notes VALUES (2, 'before')`.execute(db);
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
      const frozen = inTransaction(db, async (trx) => {
        await sql`UPDATE notes SET text = 'frozen' WHERE id = 2`.execute(trx);
        hold();
        await thawed;
        await sql`UPDATE notes SET text = 'thawed' WHERE id = 2`.execute(trx);
      });
      await held;
      await sql`UPDATE notes SET text = 'other' WHERE id = 2`.execute(own.db);
      thaw();
      await assertTemporary(frozen);
      const { rows } = await sql<{ text: string }>`SELECT text FROM notes WHERE id = 2`.execute(db);
      assert.deepEqual(rows, [{ text: 'other' }]);
    }));

  test('a server that does not answer is given up, and its connection is not used again', () =>
    withNode({ query_timeout: 400, max: 1 }, async ({ db }) => {
      const { pid = 0 } = (await pidOf.execute(db)).rows[0] ?? {};
      process.kill(pid, 'SIGSTOP');
      try {
        await assertTemporary(sql`SELECT 1`.execute(db));
        const { pid: next } = (await pidOf.execute(db)).rows[0] ?? {};
        assert.notEqual(next, pid);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    }));

  test('a transaction may raise its statement limit, and its connection has the default again afterwards', () =>
    withNode({ statement_timeout: 200, query_timeout: 400, max: 1 }, async ({ db, pool }) => {
      await inTransaction(db, async (trx) => {
        await allowLongStatements(trx, 30);
        await sleep(0.6).execute(trx);
      });
      await assertTemporary(sleep(30).execute(db));
      await assert.rejects(allowLongStatements(db, 30), /needs a transaction/);
      const client = await pool.connect();
      await liftStatementLimit(client);
      await client.query('SELECT pg_sleep(0.6)');
      client.release(true);
    }));

  /** Creates chat rows of one user in one room whose updates take longer than the limit of the tests below. */
  async function makeSlowChat(): Promise<{ ownerId: string; channelId: string; externalUserId: string }> {
    const ownerId = 'a'.repeat(24);
    await sql
      .raw(`
    INSERT INTO users (id, email, username, password_hash, plan, created_at)
      VALUES ('${ownerId}', 'one@example.org', 'Somebody', 'none', 'business', now());
    INSERT INTO spaces (id, name, is_public, owner_id, created_at)
      VALUES ('${ownerId}', 'Group', false, '${ownerId}', now());
    INSERT INTO rooms (id, space_id, alias, name, type, is_public, flags, waiting_room_audience, join_fields, channel_id, created_at)
      VALUES ('${ownerId}', '${ownerId}', 'alias', 'Room', 'lesson', false, '{}', 'nobody', '[]', 1, now());
    INSERT INTO chat_channels (id, space_id, room_id, epoch, created_at)
      VALUES (1, '${ownerId}', '${ownerId}', 'before', now());
    INSERT INTO chat_users (id, space_id, identity, kind, role, username, display_name, created_at)
      VALUES (2, '${ownerId}', 'm2m:pupil', 'm2m', 'user', 'Pupil', 'Pupil', now());
    INSERT INTO chat_members (channel_id, user_id, joined_at) VALUES (1, 2, now());
    INSERT INTO chat_messages (id, channel_id, seq, type, user_id, text, created_at)
      SELECT 2 + n, 1, n, 'user', 2, 'secret', now() FROM generate_series(1, 2) n;
    CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END';
  `)
      .execute(own.db);
    for (const table of ['chat_channels', 'chat_messages', 'chat_events', 'chat_members', 'chat_users']) {
      await sql`
      CREATE TRIGGER slow BEFORE UPDATE ON ${sql.table(table)} FOR EACH STATEMENT EXECUTE FUNCTION be_slow()
    `.execute(own.db);
    }
    return { ownerId, channelId: '1', externalUserId: 'pupil' };
  }

  test('clearing a channel, erasing a person and new epochs raise their own limit', async () => {
    const { ownerId, channelId, externalUserId } = await makeSlowChat();
    const nothing = () => undefined;
    const parts = {
      socket: { publish: nothing, forget: nothing, recheck: nothing },
      onLinksRevoking: [],
      onLinksRevoked: [],
    } as unknown as ChatParts & PeopleParts;
    await withNode({ statement_timeout: 200, max: 1 }, async ({ db }) => {
      await assertTemporary(sql`UPDATE chat_messages SET text = text`.execute(db));
      await clearChannel(parts, db, { channel: { id: channelId } } as ChannelAccess);
      const { rows: texts } = await sql`SELECT DISTINCT text FROM chat_messages`.execute(db);
      assert.deepEqual(texts, [{ text: '' }]);
      await erasePerson(parts, db, { ownerId, externalUserId });
      const { rows: names } = await sql`SELECT username FROM chat_users`.execute(db);
      assert.deepEqual(names, [{ username: 'Erased person' }]);
      await beginNewEpochs(db);
      const { rows: epochs } = await sql`SELECT FROM chat_channels WHERE epoch <> 'before'`.execute(db);
      assert.equal(epochs.length, 1);
      await assertTemporary(sleep(30).execute(db));
    });
  });

  /** A client like a frozen node: its transaction holds the row, and it does not read what the server sends. */
  async function stopReading(id: number): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: own.url, idle_in_transaction_session_timeout: 5000 });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    await client.query('UPDATE notes SET text = $1 WHERE id = $2', ['frozen', id]);
    const { stream } = client.connection as unknown as { stream: { pause(): void } };
    client.query("SELECT repeat('x', 10000) FROM generate_series(1, 10000)").catch(() => undefined);
    stream.pause();
    return client;
  }

  test('a transaction whose client stopped reading is ended once another waits for its locks', async () => {
    await sql`INSERT INTO notes VALUES (3, 'before')`.execute(own.db);
    const client = await stopReading(3);
    const isSending = async () => {
      const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'ClientWrite'`.execute(
        own.db,
      );
      return rows.length === 1;
    };
    await waitUntil(isSending, { timeout: 10_000, message: 'the server to send' });
    assert.equal(await endStuckTransactions(own.db), 0);
    const waiting = sql`UPDATE notes SET text = 'other' WHERE id = 3`.execute(own.db);
    const ended = () => endStuckTransactions(own.db).then((count) => count > 0);
    await waitUntil(ended, { timeout: 9_000, message: 'the transaction to be ended' });
    await waiting;
    const { stream } = client.connection as unknown as { stream: { destroy(): void } };
    stream.destroy();
  });
});
