import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { names } from '../../../../recorder/folder/job.ts';
import { slideNameOf, stageEntriesIn } from '../../../../recorder/folder/stage.ts';
import { lessonPdf, makeDocument } from '../../../testing/documents.ts';
import { RecordingServer } from '../../../testing/records/recording-server.ts';
import { waitUntil } from '../../../testing/wait.ts';

let server: RecordingServer;
before(async () => {
  server = await RecordingServer.start();
});
after(async () => {
  await server?.close().finally(dispose);
});

test('the recorder gets each item, with the picture of its page before it', async () => {
  const { owner, group, lectern } = server;
  const { id: documentId } = await makeDocument(lectern, group, {
    body: lessonPdf(['Slopes', 'Intercepts']),
  });
  const isReady = async () => (await owner.getDocument({ ...group.at, documentId })).state === 'ready';
  await waitUntil(isReady, { timeout: 60_000, message: 'the document to be ready' });
  const recordId = await server.startAndAwaitPicture();
  const folder = join(lectern.dataDir, 'recordings', recordId);
  const entries = () => stageEntriesIn(readFileSync(join(folder, names.stage), 'utf8'));
  assert.deepEqual(
    entries().map(({ kind, version }) => [kind, version]),
    [['none', 0]],
  );

  /** Puts a page, and waits until the recorder has it with its picture. */
  const put = async (page: number): Promise<void> => {
    const { version } = await owner.updateStage({ ...group.at, body: { kind: 'page', documentId, page } });
    const entry = await waitUntil(() => entries().find((one) => one.version === version), {
      timeout: 20_000,
      message: `page ${page} in the folder of the recorder`,
    });
    assert.deepEqual([entry.kind, entry.documentId, entry.page], ['page', documentId, page]);
    assert.ok(existsSync(join(folder, slideNameOf(entry) ?? '')));
  };
  await put(2);
  const { person } = await server.ensureParticipant();
  await person.publish('screen');
  await waitUntil(() => entries().at(-1)?.kind === 'screen', { timeout: 20_000, message: 'the screen' });
  assert.equal(entries().at(-1)?.page, 2);
  await put(1);
  assert.deepEqual(
    entries().map(({ kind, version }) => [kind, version]),
    [
      ['none', 0],
      ['page', 1],
      ['screen', 2],
      ['page', 3],
    ],
  );
  await person.leave();
  const { state, fault } = await server.awaitOutcome(recordId);
  assert.deepEqual([state, fault], ['finished', undefined]);
});
