import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Body } from '../../../../contract/routes.ts';
import { openGuide } from '../../../testing/answers/documents.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { insertTranscript } from '../../../testing/records/transcripts.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { enterWebinar, insertSession, makeWatchable } from '../../../testing/webinars/watchable.ts';
import { insertRecordOf } from '../timeline/testing/recorded.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });

/** A webinar of a recording in which somebody speaks every two seconds. */
async function makeSpoken(settings: Body<'updatePlayback'> = {}) {
  const { db } = database;
  const webinar = await makeWatchable(lectern, db, settings);
  const group = await makeGroup(lectern);
  const recordId = await insertRecordOf(db, group, { startedAt: new Date(Date.now() - 9e6), seconds: 600 });
  await db.updateTable('videos').set({ record_id: recordId }).where('id', '=', webinar.video.id).execute();
  const segments = Array.from({ length: 300 }, (_, index) => ({
    ...{ start: 2 * index, end: 2 * index + 2, text: `Sentence ${index}` },
    speaker: index % 10 < 5 ? 'Ann' : 'Ben',
  }));
  return { ...webinar, recordId, segments };
}

type Spoken = Awaited<ReturnType<typeof makeSpoken>>;

async function watch(webinar: Spoken, opening: Body<'openViewing'> = {}) {
  const { api, id: participantId } = await enterWebinar(lectern, webinar);
  const opened = await api.openViewing({ ...webinar.at, body: opening });
  const at = { ...webinar.at, viewingId: opened.viewingId };
  const report = (position: number, more: Partial<Body<'reportViewing'>> = {}) =>
    api.reportViewing({
      ...at,
      body: { position, isPlaying: true, isTabVisible: true, withCaptions: true, ...more },
    });
  return { api, at, opened, participantId, report };
}

const startOf = (text: string) => 2 * Number(/Sentence (\d+)/.exec(text)?.[1]);

test('a viewer of a live session gets the captions up to 12 s ahead of its clock, whatever position they claim', async () => {
  const webinar = await makeSpoken();
  await insertTranscript(database.db, webinar.recordId, webinar.segments);
  const session = await insertSession(database.db, webinar, { begunAgo: 100 });
  const { report } = await watch(webinar);
  for (const claimed of [0, 100, 599, 1_000_000]) {
    for (const more of [{}, { missed: [{ ago: 0, position: 599, isPlaying: true, isTabVisible: true }] }]) {
      const { captions, hasCaptions } = await report(claimed, more);
      const clock = (Date.now() - session.startDate.getTime()) / 1000;
      assert.ok(captions && hasCaptions);
      const { cues } = captions;
      assert.ok(cues.length >= 8 && cues.length <= 12, `${cues.length} captions`);
      assert.ok(captions.until <= clock + 12 && captions.from >= clock - 14, JSON.stringify(captions));
      for (const { end, start, text } of cues) {
        assert.ok(end <= clock + 12 && end > captions.from, `${end} at ${clock}`);
        assert.equal(startOf(text), start);
      }
      const named = cues.filter(({ text }) => text.includes(':'));
      for (const { text, start } of named) assert.equal(start % 10, 0, text);
      assert.ok(named.some(({ text }) => /^(Ann|Ben): Sentence/.test(text)));
    }
  }
});

test('a sentence of two minutes, as of an engine without times, stays until its end', async () => {
  const webinar = await makeSpoken();
  await insertTranscript(database.db, webinar.recordId, [{ start: 59, end: 179, text: 'Slowly.' }]);
  await insertSession(database.db, webinar, { begunAgo: 172 });
  const { report } = await watch(webinar);
  const { captions } = await report(172);
  assert.deepEqual(captions?.cues, [{ start: 59, end: 179, text: 'Ann: Slowly.' }]);
});

test('captions are sent to those who ask for them, and to nobody without a transcript', async () => {
  const webinar = await makeSpoken();
  await insertSession(database.db, webinar, { begunAgo: 100 });
  const { report } = await watch(webinar);
  const none = await report(100);
  assert.deepEqual([none.hasCaptions, none.captions], [false, undefined]);
  await insertTranscript(database.db, webinar.recordId, webinar.segments);
  // It became ready while the session runs.
  await until(async () => (await report(100)).hasCaptions, 'the captions to be there');
  const unasked = await report(100, { withCaptions: false });
  assert.deepEqual([unasked.hasCaptions, unasked.captions], [true, undefined]);
  await refused(report(100, { withCaptions: 'yes' as never }), 'validation_failed');
});

test('a correction, an erased person and a deleted transcript change the captions of a running session', async () => {
  const { db } = database;
  const webinar = await makeSpoken();
  await insertTranscript(db, webinar.recordId, webinar.segments);
  await insertSession(db, webinar, { begunAgo: 100 });
  const { report } = await watch(webinar);
  const cuesNow = async () => (await report(100)).captions?.cues ?? [];
  const texts = async () => (await cuesNow()).map(({ text }) => text).join('|');
  assert.match(await texts(), /Sentence 5/);
  await sql`UPDATE transcript_segments SET text = 'Corrected' WHERE record_id = ${webinar.recordId}`.execute(
    db,
  );
  const change = sql`UPDATE transcripts SET revision = revision + 1 WHERE record_id = ${webinar.recordId}`;
  await change.execute(db);
  await until(
    async () => !/Sentence/.test(await texts()) && /Corrected/.test(await texts()),
    'the correction',
  );
  await sql`DELETE FROM transcript_segments WHERE record_id = ${webinar.recordId} AND speaker = 'Ann'`.execute(
    db,
  );
  await change.execute(db);
  const isGone = async () => (await cuesNow()).every(({ start }) => start % 20 >= 10);
  await until(isGone, 'the person to be gone');
  assert.match(await texts(), /Corrected/);
  await sql`DELETE FROM transcripts WHERE record_id = ${webinar.recordId}`.execute(db);
  await until(async () => !(await report(100)).hasCaptions, 'the captions to be gone');
});

test('a permanent session has captions up to the own position, and a replay at any', async () => {
  const { db } = database;
  const webinar = await makeSpoken({ isReplayAllowed: true });
  await insertTranscript(db, webinar.recordId, webinar.segments);
  await insertSession(db, webinar, { begunAgo: 5000 });
  const replay = await watch(webinar, { isReplay: true });
  const late = (await replay.report(500)).captions;
  assert.deepEqual([late?.from, late?.until, late?.cues.at(-1)?.end], [490, 512, 512]);

  const permanent = await makeSpoken();
  await insertTranscript(db, permanent.recordId, permanent.segments);
  await insertSession(db, permanent, { begunAgo: 5000, isPermanent: true });
  const own = await watch(permanent);
  const openedAt = Date.now();
  const ahead = (await own.report(500)).captions;
  assert.ok((ahead?.until ?? 99) <= 12 + (Date.now() - openedAt) / 1000 + 1, JSON.stringify(ahead));
});

test('a removed viewer, another viewer and a session that is over get no captions', async () => {
  const { db } = database;
  const webinar = await makeSpoken();
  await insertTranscript(db, webinar.recordId, webinar.segments);
  const session = await insertSession(db, webinar, { begunAgo: 100 });
  const [ann, ben] = [await watch(webinar), await watch(webinar)];
  const body = { position: 100, isPlaying: true, isTabVisible: true, withCaptions: true };
  await refused(ben.api.reportViewing({ ...ann.at, body }), 'not_found');
  await webinar.owner.removeParticipant({ spaceId: webinar.spaceId, participantId: ben.participantId });
  await until(
    () =>
      ben.report(100).then(
        () => false,
        ({ code }) => code === 'removed_from_call',
      ),
    'the report to be refused',
  );
  await webinar.owner.endPlaybackSession({ ...webinar.at, playbackEventSessionId: session.id });
  const over = await until(async () => {
    const answer = await ann.report(100);
    return answer.state === 'finished' && answer;
  }, 'the end');
  assert.deepEqual([over.hasCaptions, over.captions], [false, undefined]);
});

test('the guide for players shows a report that the server accepts, and captions as it returns them', async () => {
  const guide = openGuide('docs/integrators/watching-webinars.md');
  const webinar = await makeSpoken();
  await insertTranscript(database.db, webinar.recordId, webinar.segments);
  await insertSession(database.db, webinar, { begunAgo: 170 });
  const { report } = await watch(webinar);
  const shown: Body<'reportViewing'> = JSON.parse(guide.next('json'));
  const { state, captions } = await report(shown.position, shown);
  assert.equal(state, 'running');
  const example = JSON.parse(guide.next('json'));
  assert.deepEqual(Object.keys(captions ?? {}).sort(), Object.keys(example).sort());
  assert.deepEqual(Object.keys(captions?.cues[0] ?? {}).sort(), Object.keys(example.cues[0]).sort());
  guide.assertUsed();
});
