import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { groupOf, openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { databaseOf } from '../../testing/database.ts';
import type { TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { addPlayback, enterPlayback } from '../../testing/playbacks.ts';
import { waitUntil } from '../../testing/wait.ts';
import { insertSession, insertTestVideo } from '../../testing/webinars/watchable.ts';
import { insertWatched } from '../../testing/webinars/watched.ts';
import { finishedCalls } from '../calls/testing/queries.ts';
import { assertInvariants } from './calls/testing/invariants.ts';

const guide = openGuide('docs/integrators/reports.md');

const root = resolve(import.meta.dirname, '../../..');

let lectern: InProcess;
let shell: Shell;
before(async () => {
  lectern = await startInProcess();
  shell = shellOf(lectern);
});
after(async () => {
  await shell?.end('');
  for (const name of ['report.xlsx', 'session.xlsx']) rmSync(join(root, name), { force: true });
  await lectern?.remove();
});

/** Holds a session of 600 s in this group, which one person watched except for 10 s. */
async function holdSession(group: TestGroup): Promise<void> {
  const webinar = await addPlayback(group);
  const { db, close } = await databaseOf(lectern);
  const video = await insertTestVideo(db, group.spaceId, 600);
  const begunAgo = 700;
  const of = { playbackId: webinar.playback.id, video };
  const { id: sessionId, startDate: start } = await insertSession(db, of, { begunAgo });
  const { id: participantId } = await enterPlayback(lectern, webinar, { externalUserId: 'learner-7' });
  const played: [number, number][] = [
    [0, 300],
    [310, 600],
  ];
  await insertWatched(db, { sessionId, start, participantId, played });
  await close();
}

test('every block of the guide to reports works when it is pasted, and the report is like the one shown', async () => {
  await guide.adaptTo(lectern);
  const links = (await shell.paste(guide.next())).match(/^http\S+$/gm) ?? [];
  assert.equal(links.length, 2, shell.output);
  const group = await groupOf(lectern, shell);
  const entered = await enterBy(lectern, group, { url: links[0] ?? '' });
  const { person } = await connectToFakeCall(lectern, group, entered);
  person.publish('microphone');
  person.leave();
  await waitUntil(async () => (await finishedCalls(group)).length === 1, {
    timeout: 30_000,
    message: 'the call to end',
  });

  const text = await shell.paste(guide.next());
  const report = JSON.parse(text);
  const shown = JSON.parse(guide.next('json'));
  assertLike(report, shown, text);
  assertInvariants(report);
  assert.deepEqual(
    [report.participants[0].externalUserId, report.participants[0].isPresent, report.rule.minShare],
    ['learner-7', true, 0.75],
  );
  assert.deepEqual(report.totals.absent, [
    { name: 'Oliver Grant', role: 'user', externalUserId: 'learner-8' },
  ]);
  const csv = await shell.paste(guide.next());
  assert.match(csv, /^\uFEFF?participantId,name,/);
  assert.ok(csv.includes(',learner-7,'), csv);
  assert.equal(readFileSync(join(root, 'report.xlsx')).subarray(0, 2).toString(), 'PK');
  assert.match(await shell.paste(guide.next()), /^Online for .+: less than the 1 h needed\.$/m);
  assert.deepEqual((await shell.paste(guide.next())).trim().split('\n'), ['1', 'learner-7', '1', '0', '0']);
  assert.deepEqual((await shell.paste(guide.next())).trim(), 'learner-7 true');
  await holdSession(group);
  const [row, ...curve] = (await shell.paste(guide.next())).trim().split(/\r?\n/);
  assert.equal(row, 'learner-7: 0 to 300,310 to 600 s');
  assert.deepEqual(
    curve.slice(0, 4),
    [0, 300, 310, 600].map((second, index) => `${1 - (index % 2)} from second ${second} on`),
  );
  const [heading = '', line = ''] = curve.slice(4);
  assert.match(heading, /^\uFEFF?participantId,name,.*,watchedDuration,/);
  assert.ok(line.includes(',learner-7,'), line);
  assert.equal(readFileSync(join(root, 'session.xlsx')).subarray(0, 2).toString(), 'PK');
  guide.assertUsed();
  assert.doesNotMatch(shell.output, /command not found|Error|"code"/);
});
