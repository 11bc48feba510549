import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { insertEndedRecord } from '../../testing/records/records.ts';
import { insertTranscript } from '../../testing/records/transcripts.ts';

const guide = openGuide('docs/integrators/transcripts.md');
const written = join(resolve(import.meta.dirname, '../../..'), 'segments.json');

let lectern: InProcess;
let shell: Shell;
before(async () => {
  lectern = await startInProcess();
  shell = shellOf(lectern);
});
after(async () => {
  await shell?.end('');
  rmSync(written, { force: true });
  await lectern?.remove();
});

test('the blocks of the guide to transcripts print who said what, from the decoded segments, and rename a speaker', async () => {
  await guide.adaptTo(lectern);
  const group = await makeGroup(lectern);
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  const { db, close } = await databaseOf(lectern);
  await insertTranscript(db, recordId, [
    { start: 1.25, text: 'Добрый день! 😀', speaker: 'Анна' },
    { start: 4, text: 'Hello everybody.', speaker: 'Bob' },
  ]);
  await close();
  await insertEndedRecord(lectern, group, 'finished');

  await shell.paste(guide.next());
  const printed = await shell.paste(guide.next());
  assert.equal(printed, '1.25 | Анна | Добрый день! 😀\n4 | Bob | Hello everybody.\n');
  const segments = JSON.parse(readFileSync(written, 'utf8'));
  const { segments: expected } = await group.owner.getTranscriptionJson({ ...group.at, recordId });
  assert.deepEqual(segments, expected);
  const body = JSON.parse(guide.next('json'));
  const participantId = expected[0]?.participantId ?? '';
  await group.owner.updateTranscriptionSpeaker({ ...group.at, recordId, participantId, body });
  const renamed = await group.owner.getTranscriptionJson({ ...group.at, recordId });
  assert.deepEqual(
    renamed.segments.map(({ speaker, originalSpeaker }) => [speaker, originalSpeaker]),
    [
      [body.speaker, 'Анна'],
      ['Bob', undefined],
    ],
  );
  guide.assertUsed();
});
