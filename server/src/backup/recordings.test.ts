import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import type { Client } from '../../../contract/client/index.ts';
import { databaseOf } from '../../testing/database.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { runCommand } from '../../testing/processes/command-line.ts';
import { faultsOf, RecordingServer } from '../../testing/records/recording-server.ts';
import { withTimings } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { playlistAt, renditionUrl, segmentsIn } from '../../testing/webinars/playlists.ts';
import {
  enterWebinar,
  insertSession,
  makeWatchable,
  writeVideoFiles,
} from '../../testing/webinars/watchable.ts';

let meeting: RecordingServer;
const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));

before(async () => {
  meeting = await RecordingServer.start(withTimings({ 'records/stop.ts': { discardsWithinMs: 800 } }), {
    engines: 'own',
  });
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await meeting?.close().finally(dispose);
});

/** Stops the recording when it is long enough to be kept. */
async function finish(id: string): Promise<void> {
  const begun = Date.parse((await meeting.getRecord(id)).startedAt ?? '');
  await waitUntil(() => Date.now() - begun > 1000, { timeout: 20_000, message: 'a second of recording' });
  await meeting.owner.stopRecord(meeting.group.at);
  assert.deepEqual(faultsOf(await meeting.awaitOutcome(id), { ends: ['finished'], isPartial: false }), []);
}

/** The size and hash of the content behind each URL of a recording. */
async function contentsOf(owner: Client, recordId: string): Promise<Record<string, string>> {
  const at = { ...meeting.group.at, recordId };
  const { videoUrl, posterUrl, previewUrl, speechUrl, voices } = await owner.getRecordMedia(at);
  const link = await owner.downloadRecord(at);
  const addresses = { link, videoUrl, posterUrl, previewUrl, speechUrl, voice: voices[0]?.url };
  const contents = Object.entries(addresses).map(async ([name, url]) => {
    const answer = await fetch(url ?? '');
    assert.equal(answer.status, 200, name);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return [name, `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`];
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** A webinar whose session runs, with all its files. */
async function makeRunningWebinar() {
  const database = await databaseOf(meeting.lectern);
  try {
    const webinar = await makeWatchable(meeting.lectern, database.db, { seconds: 3600 });
    writeVideoFiles(meeting.lectern, webinar.video, 50);
    return { ...webinar, session: await insertSession(database.db, webinar, { begunAgo: 60 }) };
  } finally {
    await database.close();
  }
}

/** Fails unless the session can be watched: its page is opened, and a segment of its playlist is there. */
async function checkWatchable(lectern: Lectern, webinar: Awaited<ReturnType<typeof makeRunningWebinar>>) {
  const { api } = await enterWebinar(lectern, webinar);
  const { session, playlistUrl } = await api.openViewing({ ...webinar.at, body: {} });
  assert.equal(session.id, webinar.session.id);
  const [segment = ''] = segmentsIn(await playlistAt(renditionUrl(playlistUrl)));
  const answer = await fetch(new URL(segment, playlistUrl));
  assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [200, 50]);
}

test('a backup made during a recording restores webinars and the finished recordings, and not the running one', {
  timeout: 400_000,
}, async () => {
  const finished = await meeting.startAndAwaitPicture();
  await finish(finished);
  const running = await meeting.startAndAwaitPicture();
  const webinar = await makeRunningWebinar();
  const file = join(folder, 'saved.zip');
  const saved = await runCommand(['backup', file], {
    settings: { LECTERN_DATA_DIR: meeting.lectern.dataDir },
  });
  assert.equal(saved.code, 0, saved.err);
  assert.equal((await meeting.getRecord(running)).state, 'recording', 'the recording goes on');
  const record = await meeting.getRecord(finished);
  const contents = await contentsOf(meeting.owner, finished);

  const dataDir = join(folder, 'restored');
  const restored = await runCommand(['restore', file], { settings: { LECTERN_DATA_DIR: dataDir } });
  assert.equal(restored.code, 0, restored.err);
  assert.ok(!existsSync(join(dataDir, 'recordings')), 'nothing of the running recording');
  const second = await startLectern({ LECTERN_DATA_DIR: dataDir, LECTERN_RECORDER_PLACES: '1' });
  try {
    const owner = second.client(meeting.lectern.owner.personalToken);
    const again = await owner.getRecord({ ...meeting.group.at, recordId: finished });
    const { posterUrl: _poster, previewUrl: _preview, ...asBefore } = record;
    const { posterUrl, previewUrl, ...asNow } = again;
    assert.deepEqual(asNow, asBefore);
    for (const url of [posterUrl, previewUrl]) assert.equal(new URL(url ?? '').origin, second.url);
    assert.deepEqual(await contentsOf(owner, finished), contents);
    await checkWatchable(second, webinar);
    const listed = await owner.listRecords({ ...meeting.group.at });
    assert.deepEqual(
      listed.items.map(({ id }) => id),
      [running, finished],
    );
    // The running call belonged to the old installation: it ends here, and its recording with it.
    await waitUntil(
      async () => (await owner.getRecord({ ...meeting.group.at, recordId: running })).state === 'processing',
      {
        timeout: 60_000,
        message: 'the old call and its recording to end',
      },
    );
  } finally {
    await second.remove();
  }
  await finish(running);
});
