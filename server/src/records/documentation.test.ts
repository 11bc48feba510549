import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { groupOf, openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToCall } from '../../testing/people/meeting.ts';
import type { Person } from '../../testing/people/person.ts';
import { waitUntil } from '../../testing/wait.ts';

const root = resolve(import.meta.dirname, '../../..');

const guide = openGuide('docs/integrators/recordings.md');

let lectern: Lectern;
let shell: Shell;
let person: Person | undefined;
before(async () => {
  lectern = await startLectern();
  shell = shellOf(lectern);
});
after(async () => {
  await shell?.end('kill $receiver 2>/dev/null');
  rmSync(join(root, 'lesson.mp4'), { force: true });
  try {
    await person?.leave();
    await lectern?.remove();
  } finally {
    await dispose();
  }
});

test('every block of the page works when it is pasted, from the start to the file', async () => {
  await guide.adaptTo(lectern);
  assert.match(guide.next(), /npm start$/m);
  const [url = ''] = (await shell.paste(guide.next())).match(/^http\S+$/gm) ?? [];
  const group = await groupOf(lectern, shell);
  ({ person } = await connectToCall(group, await enterBy(lectern, group, { url })));
  await person.publish('camera');
  await person.publish('microphone');
  const said = (event: string) =>
    waitUntil(() => shell.output.includes(`${event} in room ${group.room.id}`), {
      timeout: 60_000,
      message: () => `${event}; the shell shows:\n${shell.output}\nand the server:\n${lectern.output()}`,
    });

  const started = JSON.parse(await shell.paste(guide.next()));
  assertLike(started, JSON.parse(guide.next('json')), 'the active recording');
  const { record: active } = started;
  assert.equal(active.layout, 'speaker');
  await said('record_started');
  const stopped = JSON.parse(await shell.paste(guide.next()));
  assert.deepEqual([stopped.id, stopped.state], [active.id, 'processing']);
  const record = JSON.parse(await shell.paste(guide.next()));
  assertLike(record, JSON.parse(guide.next('json')), 'the recording');
  assert.deepEqual([record.state, record.failure, record.isPartial], ['finished', null, false]);
  assert.ok(record.duration >= 3, `the recording lasts ${record.duration} s`);
  await said('record_finished');

  await shell.paste(guide.next());
  const file = readFileSync(join(root, 'lesson.mp4'));
  assert.equal(file.length, record.fileSize);
  assert.equal(file.subarray(4, 8).toString(), 'ftyp');
  const everything = JSON.parse(await shell.paste(guide.next()));
  assert.equal(everything.voices[0]?.name, 'Ms Petrova');
  const speech = (await (await fetch(everything.speechUrl)).json()) as { turns: unknown[] };
  assert.ok(speech.turns.length > 0);
  assert.match(await shell.paste(guide.next()), /^1$/m);
  guide.assertUsed();
  assert.equal((await group.owner.listRecords(group.at)).total, 0);
  assert.doesNotMatch(shell.output, /wrong signature|command not found|Error|record_failed|record_aborted/);
  await person.leave();
});
