import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterPlayback, makePlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { addSession } from '../../playbacks/timeline/testing/sessions.ts';

let lectern: InProcess;
let database: Database;
let webinar: TestPlayback;
let other: TestPlayback;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  webinar = await makePlayback(lectern);
  other = await makePlayback(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

interface Place {
  playbackEventId: string;
  playbackEventSessionId: string;
}

async function placeOf(db: Db, sessionId: string): Promise<Place> {
  const { event_id: playbackEventId } = await db
    .selectFrom('playback_sessions')
    .select('event_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return { playbackEventId, playbackEventSessionId: sessionId };
}

const sessionBegun = async (begunAgo: number, of = webinar): Promise<Place> =>
  placeOf(database.db, (await addSession(database.db, of, { begunAgo })).id);

const read = (query: Place & { provisional?: boolean }, { spaceId } = webinar, api?: Client) =>
  (api ?? webinar.owner).getPlaybackSessionAnalyticsReport({ spaceId, query });

test('a session to come has no report, and one that runs only a provisional one', async () => {
  const upcoming = await sessionBegun(-1000);
  for (const provisional of [false, true])
    await refused(read({ ...upcoming, provisional }), 'report_not_ready');
  const running = await sessionBegun(100);
  await refused(read(running), 'report_not_ready');
  const report = await read({ ...running, provisional: true });
  assert.deepEqual([report.isFinal, report.totals.people, report.totals.mostPeople], [false, 0, 0]);
  // Its players may still report the last seconds.
  const justOver = await sessionBegun(603);
  await refused(read(justOver), 'report_not_ready');
  assert.equal((await read({ ...justOver, provisional: true })).isFinal, false);
  assert.equal((await read(await sessionBegun(700))).isFinal, true);
});

test('a cancelled, unknown or foreign session is not_found, and so is one of another event', async () => {
  const place = await sessionBegun(700);
  const elsewhere = await sessionBegun(700, other);
  const upcoming = await sessionBegun(-1000);
  await webinar.owner.endPlaybackSession({
    ...webinar.at,
    playbackEventSessionId: upcoming.playbackEventSessionId,
  });
  for (const query of [
    upcoming,
    elsewhere,
    { ...place, playbackEventSessionId: newId() },
    { ...place, playbackEventId: newId() },
    { ...place, playbackEventId: elsewhere.playbackEventId },
    { ...place, playbackEventSessionId: elsewhere.playbackEventSessionId },
    { ...place, playbackEventSessionId: webinar.room.id },
  ])
    await refused(read(query), 'not_found');
  await refused(read(place, other), 'not_found');
});

test('a session that ended before the period of the retention has no report any more', async () => {
  const own = await startInProcess({ LECTERN_RETENTION_DAYS: '2' });
  const there = await databaseOf(own);
  try {
    const kept = await makePlayback(own);
    const { owner, spaceId } = kept;
    const readAt = async (begunAgo: number) => {
      const { id } = await addSession(there.db, kept, { begunAgo });
      const query = await placeOf(there.db, id);
      return owner.getPlaybackSessionAnalyticsReport({ spaceId, query });
    };
    await refused(readAt(3 * 86_400), 'report_expired');
    assert.equal((await readAt(86_400)).isFinal, true);
    const { items } = await owner.getPlaybackEventSessions(kept.at);
    assert.deepEqual(
      items.map(({ isReportExpired }) => isReportExpired),
      [true, false],
    );
  } finally {
    await there.close();
    await own.remove();
  }
});

test('the session of a viewer reads no report', async () => {
  const place = await sessionBegun(700);
  for (const role of ['user', 'moderator'] as const) {
    const viewer = await enterPlayback(lectern, webinar, { role });
    await refused(read(place, webinar, viewer.api), 'forbidden');
  }
});

test('a refusal lists every bad value of the query', async () => {
  const query = (values: Record<string, unknown>) => read(values as unknown as Place);
  await refusedFields(query({}), 'playbackEventId', 'playbackEventSessionId');
  const bad = {
    ...{ playbackEventId: 'nonsense', playbackEventSessionId: 'nonsense', format: 'pdf' },
    ...{ timezone: 'Mars/Olympus', provisional: 'perhaps', minShare: 1.01, minSeconds: -1 },
  };
  await refusedFields(query(bad), ...Object.keys(bad));
});
