import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { enterWebinar, insertSession, makeWatchable } from '../../../testing/webinars/watchable.ts';

// A process of its own, because it is killed.
let lectern: LecternProcess;
let database: Database;
before(async () => {
  lectern = await startLectern();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 60_000, message });
const playing = { isPlaying: true, isTabVisible: true };

async function openLive() {
  const webinar = await makeWatchable(lectern, database.db);
  const session = await insertSession(database.db, webinar, { begunAgo: 100 });
  const { api, id: participantId } = await enterWebinar(lectern, webinar);
  const { viewingId } = await api.openViewing({ ...webinar.at, body: {} });
  const at = { ...webinar.at, viewingId };
  const seenAt = async (): Promise<Date> => {
    const query = database.db.selectFrom('viewings').select('seen_at').where('id', '=', viewingId);
    return (await query.executeTakeFirstOrThrow()).seen_at;
  };
  const opened = await seenAt();
  const position = 100;
  await api.reportViewing({ ...at, body: { position, ...playing } });
  await until(async () => (await seenAt()) > opened, 'the first report to be stored');
  return { webinar, session, api, at, viewingId, participantId };
}

/** Moves everything so many seconds into the past, as if the server had been away for so long. */
async function age({ session, viewingId }: { session: { id: string }; viewingId: string }, by: number) {
  const { db } = database;
  const time = sql`make_interval(secs => ${by})`;
  await sql`UPDATE playback_sessions SET start_date = start_date - ${time}, end_date = end_date - ${time},
    started_at = started_at - ${time} WHERE id = ${session.id}`.execute(db);
  await sql`UPDATE viewings SET opened_at = opened_at - ${time}, seen_at = seen_at - ${time}
    WHERE id = ${viewingId}`.execute(db);
}

async function watchedSeconds(viewingId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(sum(position_to - position_from), 0)::float8 AS seconds
    FROM watch_intervals WHERE viewing_id = ${viewingId}`.execute(database.db);
  return rows[0]?.seconds ?? 0;
}

const clockOf = async (sessionId: string): Promise<number> => {
  const query = database.db.selectFrom('playback_sessions').select('start_date').where('id', '=', sessionId);
  return (Date.now() - (await query.executeTakeFirstOrThrow()).start_date.getTime()) / 1000;
};

test('a viewer whose server was killed and away for 40 s loses nothing of what their page played', async () => {
  const viewers = [await openLive(), await openLive()];
  await lectern.kill();
  for (const viewer of viewers) await age(viewer, 40);
  await lectern.start();
  const [honest, old] = viewers;
  assert.ok(honest && old);
  const second = await clockOf(honest.session.id);
  const missed = [35, 30, 25, 20, 15, 10, 5].map((ago) => ({ ago, position: second - ago, ...playing }));
  const body = { position: second, ...playing };
  const sent = { ...honest.at, body: { ...body, missed } };
  assert.equal((await honest.api.reportViewing(sent)).state, 'running');
  const whole = async () => (await watchedSeconds(honest.viewingId)) >= 40;
  await until(whole, 'the absence to be counted');

  // A second time, as if the response had been lost: nothing counts twice.
  await honest.api.reportViewing(sent);
  await old.api.reportViewing({ ...old.at, body: { ...body, position: await clockOf(old.session.id) } });
  const played = (await clockOf(honest.session.id)) - 100;
  const seen = async () => (await watchedSeconds(honest.viewingId)) <= played + 0.5;
  assert.ok(await seen(), `${await watchedSeconds(honest.viewingId)} of ${played}`);
  assert.ok((await watchedSeconds(old.viewingId)) < 1, 'an older page works as before');
});

test('what was played until the end counts if the server was killed before it and is back after it', async () => {
  const viewer = await openLive();
  await lectern.kill();
  // The session of 600 s has ended when the server is back.
  await age(viewer, 525);
  await lectern.start();
  const { start_date: start } = await database.db
    .selectFrom('playback_sessions')
    .select('start_date')
    .where('id', '=', viewer.session.id)
    .executeTakeFirstOrThrow();
  const seenAt = new Date(start.getTime() + 570_000);
  await database.db
    .updateTable('viewings')
    .set({ seen_at: seenAt, position: 570 })
    .where('id', '=', viewer.viewingId)
    .execute();
  const second = await clockOf(viewer.session.id);
  const missed = [575, 585, 597].map((position) => ({ ago: second - position, position, ...playing }));
  const body = { position: 600, isPlaying: false, isTabVisible: true, missed };
  assert.equal((await viewer.api.reportViewing({ ...viewer.at, body })).state, 'finished');
  await until(async () => (await watchedSeconds(viewer.viewingId)) >= 29, 'the end to be counted');
});

test('a removed viewer cannot claim the time since, and missed reports have bounds', async () => {
  const { webinar, api, at, viewingId, participantId } = await openLive();
  const report = (missed: object[]) =>
    api.reportViewing({ ...at, body: { position: 100, ...playing, missed: missed as never } });
  for (const missed of [
    [{ ago: -1, position: 1, ...playing }],
    [{ ago: 901, position: 1, ...playing }],
    [{ ago: 1, position: -1, ...playing }],
    [{ ago: 1, position: 1 }],
    Array.from({ length: 61 }, () => ({ ago: 1, position: 1, ...playing })),
  ])
    await refused(report(missed), 'validation_failed');
  await webinar.owner.removeParticipant({ spaceId: webinar.spaceId, participantId });
  const before = await watchedSeconds(viewingId);
  await until(async () => {
    const code = await report([{ ago: 0.1, position: 100, ...playing }]).then(
      () => undefined,
      (error) => error.code,
    );
    return code === 'removed_from_call';
  }, 'the report to be refused');
  assert.ok((await watchedSeconds(viewingId)) <= before + 5);
});
