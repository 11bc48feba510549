import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { errors } from '../../../contract/errors.ts';
import { freePorts } from '../../testing/processes/ports.ts';
import { inherited, runningWith } from '../../testing/processes/processes.ts';
import { serverProgram } from '../../testing/processes/programs.ts';
import { leaveOnDisk, onSmallDisk } from '../../testing/records/record-disk.ts';
import { loadConfig } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-refused-'));
// The embedded database may run as another user, who needs to pass through this folder.
chmodSync(folder, 0o711);
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** Runs the server until it exits, with a new data folder unless one is given. */
async function runServer(
  settings: Record<string, string>,
  during?: (child: ChildProcess, url: string) => Promise<void>,
) {
  const ports = await freePorts();
  const dataDir = join(folder, `data-${++count}`);
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      ...inherited(),
      PORT: String(ports.http),
      LECTERN_DATA_DIR: dataDir,
      LECTERN_MEDIA_PORT: String(ports.media),
      LECTERN_MEDIA_TCP_PORT: String(ports.mediaTcp),
      LECTERN_MEDIA_UDP_PORT: String(ports.mediaUdp),
      ...settings,
    },
  });
  let [said, logged] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  // Unlike `exit`, `close` comes after everything that the server wrote.
  const exited = new Promise((done) => child.once('close', done));
  await during?.(child, `http://127.0.0.1:${ports.http}`);
  const code = await exited;
  clearTimeout(timer);
  return { code, said, logged, dataDir };
}

const sentences = (text: string) => text.trim().split('\n').length;

function assertNamed(said: string, settings: string[]): void {
  for (const name of settings) {
    assert.match(said, new RegExp(`- ${name} must`), `${name} is not named in: ${said}`);
  }
}

test('all malformed settings are named, and nothing is started', async () => {
  const { code, said, dataDir } = await runServer({
    PORT: 'eighty',
    LECTERN_URL: 'ftp://example.org',
    LECTERN_SECRET_KEY: 'short-but-secret',
    LECTERN_DEFAULT_PLAN: 'gold',
    LECTERN_WEBHOOK_RETRY_SECONDS: '10',
    LECTERN_WEBHOOK_LOG_DAYS: '3651',
    LECTERN_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,office',
    LECTERN_CALL_END_GRACE_SECONDS: '-1',
    LECTERN_REGISTRATION: 'closed',
    SMTP_URL: 'smtp://name:100%-secret@mail.example.org',
    LECTERN_MAIL_FROM: 'nobody',
    LECTERN_CLIENT_ID: 'client',
    LECTERN_CLIENT_SECRET: 'of-thirty-one-characters-only-1',
  });
  assert.equal(code, 1);
  assertNamed(said, [
    'PORT',
    'LECTERN_URL',
    'LECTERN_SECRET_KEY',
    'LECTERN_DEFAULT_PLAN',
    'LECTERN_WEBHOOK_RETRY_SECONDS',
    'LECTERN_WEBHOOK_LOG_DAYS',
    'LECTERN_REGISTRATION',
    'SMTP_URL',
    'LECTERN_MAIL_FROM',
    'LECTERN_WEBHOOK_ALLOWED_NETWORKS',
    'LECTERN_CALL_END_GRACE_SECONDS',
    'LECTERN_CLIENT_SECRET',
  ]);
  assert.doesNotMatch(said, /of-thirty-one|short-but-secret|100%-secret/, 'a secret was printed');
  assert.equal(existsSync(dataDir), false, 'a data folder was created');
});

/** The faults of settings with which a server refuses to start: it prints each of them, as the test above shows. */
function refusalOf(settings: Record<string, string>): string {
  const loaded = loadConfig({ ...inherited(), ...settings });
  assert.ok('faults' in loaded, 'the settings are accepted');
  return loaded.faults.map((fault) => `- ${fault}`).join('\n');
}

test('settings that need each other are reported together with one that is invalid by itself', () => {
  const said = refusalOf({
    PORT: 'eighty',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LECTERN_CLIENT_ID: 'alone',
    CENTRIFUGO_URL: 'http://127.0.0.1:1',
    CENTRIFUGO_API_KEY: 'key',
    SMTP_URL: 'smtp://mail.example.org',
  });
  assert.match(said, /SMTP_URL and LECTERN_MAIL_FROM are set together/);
  assert.match(said, /PORT must/);
  assert.match(said, /LIVEKIT_URL needs LIVEKIT_API_KEY/);
  assert.match(said, /DATABASE_URL needs LECTERN_SECRET_KEY/);
  assert.match(said, /LECTERN_CLIENT_ID and LECTERN_CLIENT_SECRET/);
  assert.match(said, /CENTRIFUGO_URL, CENTRIFUGO_API_KEY and CENTRIFUGO_TOKEN_SECRET are set together/);
});

test('weak passwords, and on https pages with http URLs, are refused', () => {
  const said = refusalOf({
    LECTERN_URL: 'https://meet.example.org',
    LECTERN_ALLOWED_ORIGINS: 'https://a.example.org,http://b.example.org,http://localhost:3000',
    LECTERN_OWNER_EMAIL: 'owner@example.org',
    LECTERN_OWNER_PASSWORD: 'Password1',
  });
  assert.match(said, /LECTERN_OWNER_PASSWORD is one of the most common passwords/);
  assert.match(said, /LECTERN_ALLOWED_ORIGINS must be https .*; http:\/\/b\.example\.org cannot/);
  assert.doesNotMatch(said, /Password1/);
});

test('each invalid setting of storage and roles is named', () => {
  const said = refusalOf({
    S3_ENDPOINT: 'storage.example.org',
    S3_BUCKET: 'My Bucket',
    S3_SECRET_ACCESS_KEY: 'very-secret',
    LECTERN_ROLES: 'api,cook',
    LECTERN_RECORDER_PLACES: 'many',
    LECTERN_MIN_FREE_DISK: 'plenty',
  });
  assertNamed(said, [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'LECTERN_ROLES',
    'LECTERN_RECORDER_PLACES',
    'LECTERN_MIN_FREE_DISK',
  ]);
  assert.match(
    said,
    /S3_ENDPOINT, .* are set together or not at all; S3_REGION and S3_ACCESS_KEY_ID (is|are) missing/,
  );
  assert.doesNotMatch(said, /very-secret/);
});

test('two speech engines, and services without their model, are refused', () => {
  const said = refusalOf({
    LECTERN_SPEECH_MODEL: 'base',
    LECTERN_SPEECH_URL: 'http://127.0.0.1:9/v1',
    LECTERN_LLM_KEY: 'very-secret',
  });
  assert.match(said, /LECTERN_SPEECH_MODEL and LECTERN_SPEECH_URL are two engines: set one of them/);
  assert.match(said, /LECTERN_SPEECH_URL and LECTERN_SPEECH_MODEL_NAME are set together or not at all/);
  assert.match(said, /LECTERN_LLM_KEY needs LECTERN_LLM_URL beside it/);
  assert.doesNotMatch(said, /very-secret/);
  const path = refusalOf({ LECTERN_SPEECH_MODEL: '../base.bin' });
  assert.match(path, /LECTERN_SPEECH_MODEL must be a model's name, such as base, or the absolute path/);
});

test('a sign-in provider that is set up by half, or without encryption, is refused', () => {
  const said = refusalOf({
    LECTERN_OIDC_ISSUER: 'http://id.example.org',
    LECTERN_OIDC_CLIENT_SECRET: 'very-secret',
    LECTERN_OIDC_SCOPES: 'email',
    LECTERN_OIDC_LINK_BY_EMAIL: 'always',
    LECTERN_OIDC_GROUPS: 'teachers=School:moderator',
  });
  assertNamed(said, ['LECTERN_OIDC_SCOPES', 'LECTERN_OIDC_LINK_BY_EMAIL', 'LECTERN_OIDC_GROUPS']);
  assert.match(
    said,
    /LECTERN_OIDC_ISSUER, LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_CLIENT_SECRET are set together/,
  );
  assert.match(said, /LECTERN_OIDC_ISSUER must be https/);
  assert.match(said, /LECTERN_OIDC_GROUPS_CLAIM and LECTERN_OIDC_GROUPS are set together/);
  assert.doesNotMatch(said, /very-secret/);
  const tenants = 'https://login.microsoftonline.com/organizations/v2.0';
  const assumed = refusalOf({ LECTERN_OIDC_ISSUER: tenants, LECTERN_OIDC_EMAIL_VERIFIED: 'assumed' });
  assert.match(assumed, /LECTERN_OIDC_EMAIL_VERIFIED=assumed needs the issuer of one tenant/);
  const alone = refusalOf({ LECTERN_OIDC_LABEL: 'School' });
  assert.match(alone, /LECTERN_OIDC_LABEL needs LECTERN_OIDC_ISSUER beside it/);
});

test('an unencrypted media server with an encrypted page is refused, as browsers refuse it', () => {
  const urls = { LECTERN_URL: 'https://meet.example.org', LECTERN_MEDIA_URL: 'ws://media.example.org' };
  const said = refusalOf(urls);
  assert.match(said, /LECTERN_MEDIA_URL must be wss where LECTERN_URL is https/);
});

test('several nodes without a common object storage are refused', () => {
  const said = refusalOf({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    LECTERN_SECRET_KEY: 'k'.repeat(40),
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  assert.match(said, /several nodes on one DATABASE_URL need S3_ENDPOINT and the other S3_\* settings/);
});

test('a node without all roles needs what nodes share', () => {
  const said = refusalOf({ LECTERN_ROLES: 'recorder' });
  assert.match(
    said,
    /LECTERN_ROLES without api and jobs .* needs DATABASE_URL, LIVEKIT_URL, S3_ENDPOINT and LECTERN_SECRET_KEY/,
  );
  const second = refusalOf({
    LECTERN_ROLES: 'api',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    LECTERN_SECRET_KEY: 'k'.repeat(40),
  });
  assert.match(second, /LECTERN_ROLES without jobs .* needs LIVEKIT_URL and S3_ENDPOINT/);
});

// Each test has a server of its own, which waits for a port, an engine or a timeout.
suite('a server that cannot start', { concurrency: 3 }, () => {
  test('a taken port gives one sentence with the port', async () => {
    const holder = createServer();
    const port = await new Promise<number>((done) => {
      holder.listen(0, '127.0.0.1', () => done((holder.address() as { port: number }).port));
    });
    const mistyped = { LECTERN_RETENTION: '30' };
    const { code, said, logged, dataDir } = await runServer({ PORT: String(port), ...mistyped });
    holder.close();
    assert.notEqual(code, 0);
    assert.match(said, new RegExp(`Port ${port} .* is taken by another program.*PORT`));
    assert.equal(sentences(said), 1);
    assert.deepEqual(runningWith(dataDir), []);
    const { level, msg } = JSON.parse(logged.split('\n', 1)[0] ?? '');
    assert.equal(level, 40);
    assert.match(msg, /^LECTERN_RETENTION is not a setting .* LECTERN_RETENTION_DAYS\?$/);
  });

  test('a data folder that is not writable gives one sentence with its path', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, said } = await runServer({ LECTERN_DATA_DIR: join(file, 'data') });
    assert.notEqual(code, 0);
    assert.match(said, /data folder .*a-file\/data cannot be written .*LECTERN_DATA_DIR/);
    assert.equal(sentences(said), 1);
  });

  test('a data folder below one that takes no entries gives one sentence with its path', async () => {
    const { code, said } = await runServer({ LECTERN_DATA_DIR: '/proc/nope/data' });
    assert.equal(code, 1);
    assert.match(said, /data folder \/proc\/nope\/data cannot be written .*LECTERN_DATA_DIR/);
    assert.equal(sentences(said), 1);
  });

  test('a folder with foreign content is refused, and stays as it was', async () => {
    const dataDir = join(folder, 'system');
    mkdirSync(join(dataDir, 'apt'), { recursive: true });
    for (const name of ['hosts', 'passwd', 'shadow']) writeFileSync(join(dataDir, name), '');
    const { code, said } = await runServer({ LECTERN_DATA_DIR: dataDir });
    assert.equal(code, 1);
    assert.match(said, /system has other content \(apt, hosts, passwd …\) .* in LECTERN_DATA_DIR\.$/m);
    assert.equal(sentences(said), 1);
    assert.deepEqual(readdirSync(dataDir).sort(), ['apt', 'hosts', 'passwd', 'shadow']);
  });

  test('a full disk gives one sentence with what to do, and leaves no files', async () => {
    // With this name the whole data folder is on the small disk.
    const dataDir = join(folder, 'disk', 'recordings');
    mkdirSync(dataDir, { recursive: true });
    leaveOnDisk(join(folder, 'disk'), 4096);
    const { code, said } = await runServer({ LECTERN_DATA_DIR: dataDir, ...onSmallDisk });
    assert.equal(code, 1);
    assert.match(said, /cannot be written \(the disk is full\)\. Free some space, or name another folder/);
    assert.equal(sentences(said), 1);
    assert.deepEqual(readdirSync(dataDir), []);
  });

  test('an unreachable database gives one sentence with its host, without the password', async () => {
    const { code, said, dataDir } = await runServer({
      DATABASE_URL: 'postgres://lectern:very-secret@127.0.0.1:1/lectern',
      LECTERN_SECRET_KEY: 'k'.repeat(40),
    });
    assert.notEqual(code, 0);
    assert.match(said, /database of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached/);
    assert.doesNotMatch(said, /very-secret/);
    assert.equal(sentences(said), 1);
    assert.deepEqual(runningWith(dataDir), [], 'an engine was left running');
  });

  test('a LiveKit that does not respond gives one sentence with its host', async () => {
    const { code, said, dataDir } = await runServer({
      LIVEKIT_URL: 'ws://127.0.0.1:1',
      LIVEKIT_API_KEY: 'key',
      LIVEKIT_API_SECRET: 'secret-of-livekit',
    });
    assert.notEqual(code, 0);
    assert.match(said, /LiveKit server of LIVEKIT_URL \(127\.0\.0\.1:1\) does not answer/);
    assert.equal(sentences(said), 1);
    assert.deepEqual(runningWith(dataDir), [], 'the database was left running');
  });

  test('a Redis that does not respond gives one sentence with its host, without the password', async () => {
    const { code, said, dataDir } = await runServer({ REDIS_URL: 'redis://:very-secret@127.0.0.1:1' });
    assert.notEqual(code, 0);
    assert.match(said, /Redis of REDIS_URL \(127\.0\.0\.1:1\) cannot be reached/);
    assert.doesNotMatch(said, /very-secret/);
    assert.equal(sentences(said), 1);
    assert.deepEqual(runningWith(dataDir), [], 'an engine was left running');
  });

  test('a Centrifugo that does not respond gives one sentence with its host', async () => {
    const { http: port } = await freePorts();
    const { code, said, dataDir } = await runServer({
      CENTRIFUGO_URL: `http://127.0.0.1:${port}`,
      CENTRIFUGO_API_KEY: 'key',
      CENTRIFUGO_TOKEN_SECRET: 'a secret of Centrifugo',
    });
    assert.notEqual(code, 0);
    assert.match(said, /Centrifugo of CENTRIFUGO_URL \(127\.0\.0\.1:\d+\) cannot be used: .*ECONNREFUSED/);
    assert.equal(sentences(said), 1);
    assert.deepEqual(runningWith(dataDir), [], 'an engine was left running');
  });

  test('a taken media port gives one sentence with the port', async () => {
    const holder = createServer();
    const port = await new Promise<number>((done) => {
      holder.listen(0, '127.0.0.1', () => done((holder.address() as { port: number }).port));
    });
    const { code, said, dataDir } = await runServer({ LECTERN_MEDIA_PORT: String(port) });
    holder.close();
    assert.notEqual(code, 0);
    assert.match(said, new RegExp(`port ${port} is taken by another program.*LECTERN_MEDIA_PORT`));
    assert.deepEqual(runningWith(dataDir), []);
  });

  test('a start whose database hangs responds to health checks; a stop ends it within 10 s and leaves nothing running', async (t) => {
    // SIGTERM is sent once the server waits for the database's response.
    let asked: () => void = () => undefined;
    const waits = new Promise<void>((done) => {
      asked = done;
    });
    const database = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => asked());
    });
    await new Promise<void>((done) => database.listen(0, '127.0.0.1', done));
    t.after(() => database.close());
    const { port } = database.address() as { port: number };
    let took = 0;
    const health: [number, unknown][] = [];
    const settings = {
      DATABASE_URL: `postgres://lectern@127.0.0.1:${port}/lectern`,
      LECTERN_SECRET_KEY: 'k'.repeat(40),
    };
    const { code, said, dataDir } = await runServer(settings, async (child, url) => {
      await Promise.race([waits, new Promise((done) => child.once('exit', done))]);
      for (const path of ['/healthz', '/readyz', '/v1/users/me']) {
        const response = await fetch(`${url}${path}`);
        health.push([response.status, await response.json()]);
      }
      const began = performance.now();
      child.once('exit', () => {
        took = performance.now() - began;
      });
      child.kill('SIGTERM');
    });
    assert.deepEqual(health, [
      [200, { status: 'ok' }],
      [503, { status: 'starting' }],
      [503, { message: errors.starting.message, code: 'starting' }],
    ]);
    assert.equal(code, 0, said);
    assert.ok(took < 10_000, `the stop took ${took} ms`);
    assert.deepEqual(runningWith(dataDir), []);
  });
});
