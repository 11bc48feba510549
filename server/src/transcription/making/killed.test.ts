import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { insertRoomRows } from '../../../testing/records/records.ts';
import { insertSpokenRecord } from '../../../testing/transcripts/spoken-record.ts';
import { chunksOfVoice } from '../../../testing/transcripts/transcribing-node.ts';
import { filesIn } from '../../../testing/videos/preparing-node.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { saveRequest } from '../change.store.ts';
import { findTranscript, segmentsOf } from '../store.ts';

const program = join(import.meta.dirname, '../../../testing/transcripts/transcribing-node.ts');
/** Each of the four moments once; `npm run soak -- transcript` repeats them. */
const kills = 4;
const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 120_000, message, interval: 2 });

test('a server that is killed four times leaves one transcript; no chunk that was stored is processed again', async (t) => {
  const database = await startOwnDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-killed-'));
  t.after(async () => {
    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { db, pool } = database;
  const place = await insertRoomRows(db);
  await pool.query("UPDATE webhooks SET events = '{transcription_ready}'");
  const names = ['Ann', 'Bob', 'Eve'];
  const voices = names.map((name) => ({ name }));
  const recordId = await insertSpokenRecord(db, { ...place, filesFolder: filesIn(dataDir), voices });
  await inTransaction(db, (trx) => saveRequest(trx, { recordId, language: 'auto', at: new Date() }));

  const log = join(dataDir, 'chunks.log');
  const logged = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
  const start = (node: string) =>
    spawn(process.execPath, [program, database.url, dataDir, node, log], { stdio: 'ignore' });
  const node = newId();
  let stored: string[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const server = start(node);
    const before = logged().length;
    // Kills in the middle of a chunk, and between a chunk and the storing of its result.
    await until(() => logged().length > before + (kill % 4), `work before kill ${kill}`);
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    const { rows } = await pool.query<{ chunk: string }>(
      "SELECT voice || ' ' || number AS chunk FROM transcript_chunks WHERE record_id = $1",
      [recordId],
    );
    const now = rows.map(({ chunk }) => chunk);
    for (const chunk of stored) assert.ok(now.includes(chunk), `the stored chunk ${chunk} was lost`);
    stored = now;
  }
  assert.ok(stored.length > 0 && stored.length < names.length * chunksOfVoice, `${stored.length} chunks`);
  const beforeLast = logged().length;
  const last = start(node);
  await until(async () => (await findTranscript(db, recordId))?.state === 'ready', 'the transcript');
  last.kill('SIGKILL');

  const expected = names.flatMap((name) =>
    Array.from({ length: chunksOfVoice }, (_, index) => `${name}: ${name} ${index}`),
  );
  const segments = await segmentsOf(db, recordId);
  assert.deepEqual(segments.map(({ speaker, text }) => `${speaker}: ${text}`).sort(), expected.sort());
  const begun = logged().filter((line) => line.startsWith('begin'));
  assert.ok(begun.length <= expected.length + kills, `${begun.length} chunks were begun`);
  const again = logged()
    .slice(beforeLast)
    .filter((line) => line.startsWith('begin'));
  assert.equal(again.length, expected.length - stored.length, 'the last start processes what was missing');
  const { rows: events } = await pool.query('SELECT FROM webhook_deliveries');
  assert.equal(events.length, 1);
});
