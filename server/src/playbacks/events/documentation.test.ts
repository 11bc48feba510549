import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openGuide, type Shell, shellOf } from '../../../testing/answers/documents.ts';
import { assertLike } from '../../../testing/answers/shown-answer.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';

const guide = openGuide('docs/integrators/webinar-schedules.md');

let lectern: InProcess;
let shell: Shell;
before(async () => {
  lectern = await startInProcess();
  shell = shellOf(lectern);
});
after(async () => {
  await shell?.end('');
  await lectern?.remove();
});

test('every block of the guide to schedules works when it is pasted', async () => {
  await guide.adaptTo(lectern);
  await shell.paste(guide.next());
  const event = JSON.parse(await shell.paste(guide.next()));
  const shownEvent = JSON.parse(guide.next('json'));
  assertLike(event, shownEvent, 'the event');
  assert.deepEqual([event.startDate, event.frequency], [shownEvent.startDate, 'recurring']);
  assert.deepEqual(JSON.parse(await shell.paste(guide.next())), JSON.parse(guide.next('json')));
  const { items, total } = JSON.parse(await shell.paste(guide.next()));
  assert.deepEqual([items.length, items[0].startDate, items[0].endDate], [1, event.nextStartDate, null]);
  assert.ok(total >= 16, `${total}`);
  const [next] = (await shell.paste(guide.next())).trim().split('\n').slice(-1);
  assert.ok((next ?? '') > event.nextStartDate, `${next} follows the cancelled ${event.nextStartDate}`);
  guide.assertUsed();
  assert.doesNotMatch(shell.output, /command not found|Error|"code"/);
});
