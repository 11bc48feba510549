import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { groupOf, openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { waitUntil } from '../../testing/wait.ts';
import { finishedCalls } from '../calls/testing/queries.ts';
import { assertInvariants } from './report/testing/invariants.ts';

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
  rmSync(join(root, 'report.xlsx'), { force: true });
  await lectern?.remove();
});

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
  assert.deepEqual(report.totals.absent, [{ name: 'Oliver Grant', externalUserId: 'learner-8' }]);
  const csv = await shell.paste(guide.next());
  assert.match(csv, /^\uFEFF?participantId,name,/);
  assert.ok(csv.includes(',learner-7,'), csv);
  assert.equal(readFileSync(join(root, 'report.xlsx')).subarray(0, 2).toString(), 'PK');
  assert.match(await shell.paste(guide.next()), /^Online for .+: at least 0 % and less than 1 h\.$/m);
  assert.deepEqual((await shell.paste(guide.next())).trim().split('\n'), ['1', 'learner-7', '1', '0', '0']);
  assert.deepEqual((await shell.paste(guide.next())).trim(), 'learner-7 true');
  guide.assertUsed();
  assert.doesNotMatch(shell.output, /command not found|Error|"code"/);
});
