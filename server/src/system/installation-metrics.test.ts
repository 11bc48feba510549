import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { runCommand } from '../../testing/processes/command-line.ts';
import { answer, startReceiver } from '../../testing/receivers/receiver.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_WEBHOOK_RETRY_SECONDS: '600,600', LECTERN_RECORDER_PLACES: '3' });
  group = await makeGroup(lectern);
});
after(() => lectern?.remove());

/** The value of a metric with its labels as they are written; undefined if it is missing. */
async function read(metric: string): Promise<number | undefined> {
  const text = await (await fetch(`${lectern.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
}

const until = (metric: string, wanted: number) =>
  waitUntil(async () => (await read(metric)) === wanted, {
    timeout: 20_000,
    message: `${metric} to be ${wanted}`,
  });

test('calls and people are counted while they are there', async () => {
  assert.equal(await read('lectern_calls_active'), 0);
  const person = await joinFakeCall(lectern, group);
  await until('lectern_participants_active', 1);
  assert.equal(await read('lectern_calls_active'), 1);
  person.person.leave();
  await until('lectern_participants_active', 0);
});

test('deliveries to a receiver that fails are a backlog with an age, and attempts are counted by outcome', async (t) => {
  assert.equal(await read('lectern_webhook_deliveries_pending'), 0);
  assert.equal(await read('lectern_webhook_oldest_pending_seconds'), 0);
  // A room of its own: in one whose call is about to end nothing would start.
  const other = await makeGroup(lectern);
  const receiver = await startReceiver(answer(500));
  t.after(() => receiver.close());
  await other.owner.createWebhook({ spaceId: other.spaceId, body: { url: receiver.url } });
  const person = await joinFakeCall(lectern, other);
  await waitUntil(async () => ((await read('lectern_webhook_attempts_total{outcome="retried"}')) ?? 0) > 0, {
    timeout: 20_000,
    message: 'an attempt that will be retried to be counted',
  });
  assert.ok(((await read('lectern_webhook_deliveries_pending')) ?? 0) >= 1);
  assert.ok(((await read('lectern_webhook_oldest_pending_seconds')) ?? 0) > 0);
  assert.ok(((await read('lectern_jobs{kind="webhook",state="waiting"}')) ?? 0) >= 1);
  person.person.leave();
});

test('the places of live recorders, the disk and work by state have values', async () => {
  assert.equal(await read('lectern_recorder_places'), 3);
  assert.ok(((await read('lectern_disk_free_bytes')) ?? 0) > 0);
  assert.ok(((await read('lectern_disk_reserve_bytes')) ?? 0) >= 2e9);
  for (const [kind, state] of [
    ['recording', 'running'],
    ['video', 'failed'],
    ['transcript', 'waiting'],
    ['email', 'waiting'],
  ]) {
    assert.equal(await read(`lectern_jobs{kind="${kind}",state="${state}"}`), 0);
  }
});

test('the time of the last backup is there once there is one', async () => {
  assert.equal(await read('lectern_last_backup_timestamp_seconds'), undefined);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const settings = { ...lectern.installation };
  const { code, err } = await runCommand(['backup', join(folder, 'lectern.zip')], { settings });
  assert.equal(code, 0, err);
  const database = await databaseOf(lectern);
  const { rows } = await database.pool.query('SELECT extract(epoch FROM now())::float8 AS now');
  await database.close();
  const age = rows[0].now - ((await read('lectern_last_backup_timestamp_seconds')) ?? 0);
  assert.ok(age >= 0 && age < 60, `the backup is ${age} s old`);
  rmSync(folder, { recursive: true });
});
