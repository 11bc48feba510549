import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { sendRaw } from '../../testing/raw.ts';
import { type Behaviour, reset, startReceiver } from '../../testing/receivers/receiver.ts';
import { selfSigned } from '../../testing/receivers/self-signed.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { startRawReceiver } from './testing/raw-receiver.ts';

let lectern: Lectern;
let group: TestGroup;
const opened: { url: string; close: () => Promise<void> }[] = [];
/** Secrets that no log, row or other response may contain. */
const secrets: string[] = [];
/** All responses that must not contain a secret. */
const said: string[] = [];

before(async () => {
  const settings = { LECTERN_LOG_LEVEL: 'debug', LECTERN_WEBHOOK_RETRY_SECONDS: '0,0' };
  // The test searches the files of the database for secrets.
  lectern = await startLectern(settings, { engines: 'own' });
  group = await makeGroup(lectern);
});
after(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await lectern?.remove();
});

const keep = async <T extends { url: string; close: () => Promise<void> }>(
  starting: Promise<T>,
): Promise<string> => {
  const one = await starting;
  opened.push(one);
  return one.url;
};

/** A secret in each encoding: plain, hex, and base64 at each offset. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].map((shift) => {
    const all = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // Leave out the characters that depend on neighbouring bytes.
    return all.slice(Math.ceil((shift * 4) / 3), -4);
  });
  return [secret, bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...shifted];
}

function holdsNone(where: string, text: string | Buffer): void {
  for (const secret of secrets) {
    for (const form of formsOf(secret)) assert.ok(!text.includes(form), `${where} contains ${form}`);
  }
}

/** Creates the webhook or its next secret with an idempotency key, which could store the response. */
async function ask(method: 'POST' | 'PUT', path: string, body: object): Promise<string> {
  const { text, status } = await sendRaw(lectern.url, {
    method,
    path: `/v1/spaces/${group.spaceId}/webhook${path}`,
    token: lectern.owner.personalToken,
    type: 'application/json',
    headers: { 'idempotency-key': newId() },
    body: JSON.stringify(body),
  });
  assert.ok(status < 300, text);
  const { secret, signingSecret } = JSON.parse(text);
  assert.equal(signingSecret, `whsec_${Buffer.from(secret).toString('base64')}`);
  secrets.push(secret);
  return secret;
}

const echo: Behaviour = (response, { headers, body }) =>
  response.writeHead(500).end(JSON.stringify({ headers, body }));

/** URLs at which an attempt fails, each in a different way. */
async function badTargets(): Promise<string[]> {
  const closed = await startReceiver();
  await closed.close();
  const receiver = await keep(startReceiver(echo));
  return [
    receiver,
    receiver.replace('http', 'https'),
    await keep(startReceiver(reset)),
    await keep(startReceiver(echo, selfSigned())),
    await keep(startReceiver((response) => response.writeHead(302, { location: receiver }).end())),
    await keep(startRawReceiver((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'))),
    await keep(
      startRawReceiver((socket) => void socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}\r\n\r\n`)),
    ),
    closed.url,
    'http://hooks.invalid/',
  ];
}

/** Sends a test event and returns its log entry when it has ended. */
async function failedDelivery(): Promise<string> {
  const { owner, spaceId } = group;
  const { id: deliveryId } = await owner.testWebhook({ spaceId });
  const ended = await waitUntil(
    async () => {
      const delivery = await owner.getWebhookDelivery({ spaceId, deliveryId });
      return delivery.status !== 'pending' && delivery;
    },
    { timeout: 60_000, message: 'the delivery to end' },
  );
  assert.equal(ended.status, 'failed');
  return JSON.stringify(ended);
}

async function tables(): Promise<string> {
  const { db, close } = await databaseOf(lectern);
  const { rows: names } = await sql<{ name: string }>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const texts = [];
  for (const { name } of names) {
    const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.raw(name)} t`.execute(db);
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  await close();
  return texts.join('\n');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('a secret is shown when it is created, and is found nowhere else: no log, row, file or other response', async () => {
  const { owner, spaceId } = group;
  const targets = await badTargets();
  await ask('POST', '', { url: targets[0] });
  await ask('PUT', '/refresh-secret', { overlapSeconds: 3600 });
  for (const url of targets) {
    said.push(JSON.stringify(await owner.updateWebhook({ spaceId, body: { url } })));
    said.push(await failedDelivery());
  }
  // Two secrets at once are valid while these fail; then one that no key decrypts, and a refusal of each kind.
  await ask('PUT', '/refresh-secret', { overlapSeconds: 3600 });
  await ask('PUT', '/refresh-secret', {});
  const { db, close } = await databaseOf(lectern);
  await sql`UPDATE webhooks SET previous_secret = secret, previous_secret_until = now() + '1 hour'::interval`.execute(
    db,
  );
  said.push(await failedDelivery());
  await sql`UPDATE webhooks SET secret = decode('00', 'hex')`.execute(db);
  said.push(await failedDelivery());
  await close();
  said.push(JSON.stringify(await owner.getWebhook({ spaceId })));
  said.push(JSON.stringify(await owner.listWebhookDeliveries({ spaceId })));
  const refusal = await owner
    .createWebhook({ spaceId, body: { url: targets[0] ?? '' } })
    .catch((error) => error);
  said.push(JSON.stringify(refusal), String(refusal));

  assert.equal(secrets.length, 4);
  assert.equal(new Set(secrets).size, 4);
  for (const [i, text] of said.entries()) holdsNone(`answer ${i}`, text);
  const rows = await tables();
  assert.match(rows, /webhook_attempts/);
  holdsNone('a table', rows);
  assert.match(lectern.output(), /webhook attempt/);
  await lectern.stop();
  holdsNone('the output', lectern.output());
  // The write-ahead log contains earlier versions of rows.
  const files = filesIn(lectern.dataDir);
  assert.ok(files.some((file) => file.includes('pg_wal')));
  for (const file of files) holdsNone(file, readFileSync(file));
});
