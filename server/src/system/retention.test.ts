import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { fillPast } from '../../testing/data/past.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, openLink, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { changesOf, enterChat, messagesOf } from '../../testing/people/chat.ts';
import { type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { enterPlayback, makePlayback } from '../../testing/playbacks.ts';
import { collectWarnings, quietLog } from '../../testing/quiet-log.ts';
import { insertEndedRecord, insertFailedRecord } from '../../testing/records/records.ts';
import { insertTranscript } from '../../testing/records/transcripts.ts';
import { refused } from '../../testing/refused.ts';
import { shorten } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { insertWatched } from '../../testing/webinars/watched.ts';
import { lockChannel } from '../chat/channels/store.ts';
import { insertVote } from '../chat/polls/store.ts';
import { deletePastParticipants } from '../participants/retention.store.ts';
import { after as later, now, seconds } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { keepCountsOfViewers } from '../playbacks/events/sessions.store.ts';
import { addSession } from '../playbacks/timeline/testing/sessions.ts';
import { stepsOfRetention } from '../startup/retention-steps.ts';
import { hourly } from './housekeeping.ts';
import { timings as removalTimings } from './remove-files.ts';
import { erasePast, type RetentionParts, timings } from './retention.ts';

/** The server is the test's own: all personal data is erased here. */
const days = 30;
shorten(timings, { share: 0.95, leastPauseMs: 0 });
shorten(removalTimings, { everySeconds: 1 });
const day = 86_400;
/** Noon, so that the calls of a past are on one day at any time of the test. */
const old = () => new Date(later(-seconds(60 * day)).setUTCHours(12, 0, 0, 0));

let lectern: InProcess;
let database: Database;
let group: TestGroup;
let stays: InFakeCall;
before(async () => {
  lectern = await startInProcess({ LECTERN_RETENTION_DAYS: String(days) });
  database = await databaseOf(lectern);
  group = await makeGroup(lectern);
});
after(async () => {
  await stays?.person.leave();
  await database?.close();
  await lectern?.remove();
});

const personal = [
  ...['access_links', 'participants', 'visits', 'media_intervals', 'hands', 'records', 'record_voices'],
  ...[
    'chat_users',
    'chat_members',
    'chat_user_participants',
    'chat_messages',
    'chat_events',
    'chat_reactions',
  ],
  ...['chat_pins', 'chat_polls', 'chat_poll_options', 'chat_poll_votes', 'webhook_deliveries'],
  ...['transcripts', 'transcript_chunks', 'transcript_segments'],
];

/** Counts the rows of all tables with personal data. */
async function rowsLeft(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of personal) {
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(database.db);
    if (rows[0]?.count) counts[table] = rows[0].count;
  }
  return counts;
}

/** Erases as the server would `daysAhead` days from now. */
const eraseAsOf = (
  daysAhead: number,
  { db = database.db, log = quietLog }: Partial<Pick<RetentionParts, 'db' | 'log'>> = {},
): Promise<boolean> =>
  erasePast({
    db,
    node: 'a node of the test',
    log,
    steps: stepsOfRetention(later(seconds((daysAhead - days) * day))),
    stop: new AbortController().signal,
  });

const callsOf = async (date: Date) => {
  const query = { roomId: group.room.id, date: date.toISOString() };
  return group.owner.analyticsCalls({ spaceId: group.spaceId, query });
};

test('data older than the limit is erased within a minute of a start, and the counts of its calls stay', async (t) => {
  const past = { ...group.at, participants: 230, messages: 1100, calls: 3, minutes: 10 };
  // One room whose data is too young, and an old call in a room whose chat continues.
  await fillPast(database.db, { ...past, from: old() });
  const kept = await makeGroup(lectern);
  await fillPast(database.db, { ...past, ...kept.at, from: later(-seconds(10 * day)) });
  const before = await callsOf(old());
  const [first] = before.items;
  assert.deepEqual(
    [before.total, first?.totalParticipantsCount, first?.uniqueParticipantsCount],
    [3, 77, 77],
  );
  const total = await rowsLeft();
  await lectern.stop();
  await database.close();
  shorten(hourly, { firstAfterMs: 100 }, t);
  await lectern.start();
  database = await databaseOf(lectern);
  await waitUntil(() => /erased what is older/.test(lectern.output()), {
    timeout: 60_000,
    message: 'the retention to have run',
  });
  const left = await rowsLeft();
  assert.deepEqual(
    left,
    Object.fromEntries(Object.entries(total).map(([table, count]) => [table, count / 2])),
  );
  const items = before.items.map((call) => ({ ...call, isReportExpired: true }));
  assert.deepEqual(await callsOf(old()), { ...before, items });
  const query = { roomId: group.room.id, date: old().toISOString(), minParticipants: 78 };
  assert.equal((await group.owner.analyticsCalls({ spaceId: group.spaceId, query })).total, 0);
});

test('a session keeps the number of its viewers when they are erased; who watched since stays', async () => {
  const { db } = database;
  const webinar = await makePlayback(lectern);
  const { owner, at, spaceId } = webinar;
  const sessionAgo = async (daysAgo: number, isPermanent = false) => {
    const { id } = await addSession(db, webinar, { begunAgo: daysAgo * day, isPermanent });
    return { sessionId: id, start: later(-seconds(daysAgo * day)) };
  };
  const [past, recent, permanent] = [await sessionAgo(60), await sessionAgo(5), await sessionAgo(70, true)];
  const enter = async (externalUserId: string) =>
    (await enterPlayback(lectern, webinar, { externalUserId })).id;
  const ids = [await enter('ann'), await enter('ann'), await enter('bob'), await enter('eve')];
  const [ann = '', annAgain = '', bob = '', eve = ''] = ids;
  await db
    .updateTable('participants')
    .set({ created_at: later(-seconds(61 * day)) })
    .where('id', 'in', ids)
    .execute();
  const played: [number, number][] = [[0, 10]];
  for (const participantId of ids) await insertWatched(db, { ...past, participantId, played });
  await insertWatched(db, { ...recent, participantId: eve, played });
  for (const participantId of [ann, bob])
    await insertWatched(db, { ...permanent, participantId, played, kind: 'permanent' });
  const listed = async ({ sessionId }: { sessionId: string }) =>
    (await owner.getPlaybackEventSessions(at)).items.find(({ id }) => id === sessionId) ?? assert.fail();
  const countsNow = async () => [
    (await listed(past)).uniqueParticipantsCount,
    (await listed(recent)).uniqueParticipantsCount,
    (await listed(permanent)).uniqueParticipantsCount,
  ];
  const isLeft = async (id: string) =>
    (await db.selectFrom('participants').select('id').where('id', '=', id).execute()).length === 1;
  assert.deepEqual(await countsNow(), [3, 1, 2]);
  // One at a time: the first of two participants of one person counts nothing yet.
  const deleting = { before: later(-seconds(days * day)), limit: 1, onDeleting: keepCountsOfViewers };
  for (const count of [1, 1, 1, 0]) {
    assert.equal(await inTransaction(db, (trx) => deletePastParticipants(trx, deleting)), count);
    assert.deepEqual(await countsNow(), [3, 1, 2]);
  }
  assert.deepEqual([await isLeft(annAgain), await isLeft(eve)], [false, true]);
  const reportOf = async (session: { sessionId: string }) => {
    const { id: playbackEventSessionId, playbackEventId } = await listed(session);
    const query = { playbackEventId, playbackEventSessionId };
    return owner.getPlaybackSessionAnalyticsReport({ spaceId, query });
  };
  await refused(reportOf(past), 'report_expired');
  const areExpired = async () => [
    (await listed(past)).isReportExpired,
    (await listed(recent)).isReportExpired,
  ];
  assert.deepEqual(await areExpired(), [true, false]);
  assert.equal((await reportOf(recent)).totals.people, 1);
  assert.ok(await eraseAsOf(40));
  assert.deepEqual([await countsNow(), await isLeft(eve)], [[3, 1, 2], false]);
  // By what was deleted: five days are within the period of this server.
  await refused(reportOf(recent), 'report_expired');
  assert.deepEqual([...(await areExpired()), (await listed(permanent)).isReportExpired], [true, true, false]);
});

test('40 days later everything is erased except the participant in a running call', async () => {
  stays = await joinFakeCall(lectern, group);
  const ann = await enterChat(lectern, group, { username: 'Ann', role: 'moderator' });
  const { channelId } = group.room;
  const { id: messageId } = await ann.api.sendMessage({ body: { channelId, text: 'Remember this' } });
  await ann.api.pinMessage({ body: { channelId, messageId } });
  await ann.api.addReaction({ messageId, body: { emoji: '👍' } });
  const { id: pollId, options } = await ann.api.createPoll({
    body: { channelId, question: 'Well?', options: [{ option: 'yes' }, { option: 'no' }] },
  });
  await ann.api.startPoll({ pollId });
  await ann.api.votePoll({ body: { ids: [options[0]?.id ?? ''] } });
  await insertFailedRecord(lectern, group);
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  await insertTranscript(database.db, recordId);
  await sql`
    INSERT INTO transcript_chunks (record_id, voice, number, sentences) VALUES (${recordId}, 1, 0, '[]')`.execute(
    database.db,
  );
  const unused = await group.owner.generateAccess({ ...group.at, body: { username: 'Eve', role: 'user' } });
  await database.db
    .updateTable('access_links')
    .set({ expires_at: later(seconds(365 * day)) })
    .where('id', '=', unused.id)
    .execute();
  const { seq } = await ann.api.joinChannel({ body: { id: channelId } });

  assert.ok(await eraseAsOf(0), 'nothing is old enough yet');
  assert.equal((await messagesOf(ann.api, channelId)).length, 1);
  assert.equal((await rowsLeft()).transcript_segments, 1);
  assert.ok(await eraseAsOf(40));
  assert.deepEqual(
    Object.keys(await rowsLeft()).filter((table) => table.startsWith('transcript')),
    [],
    'transcripts are gone before the files of their recordings',
  );
  // Another task removes the files of recordings; the rows are deleted after that.
  await waitUntil(
    async () => {
      await eraseAsOf(40);
      return !('records' in (await rowsLeft()));
    },
    { timeout: 60_000, message: 'the files of the recordings to be removed', interval: 500 },
  );
  // The participant in the call with their link, and the link that is still valid.
  assert.deepEqual(await rowsLeft(), { access_links: 2, participants: 1, visits: 1 });

  await refused(openLink(lectern, ann.url, 'another browser'), 'link_expired');
  const bob = await enterChat(lectern, group, { username: 'Bob' });
  const next = await bob.api.sendMessage({ body: { channelId, text: 'Hello again' } });
  assert.equal(next.seq, seq + 1, 'the numbers continue');
  const joined = await bob.api.joinChannel({ body: { id: channelId } });
  assert.deepEqual([joined.seq, joined.messages.map(({ text }) => text)], [seq + 1, ['Hello again']]);
  const all = await changesOf(bob.api, channelId, seq - 2);
  assert.deepEqual(
    all.map((change) => [change.seq, change.event]),
    [
      [seq - 1, 'trimmed'],
      [seq, 'trimmed'],
      [seq + 1, 'message'],
    ],
  );
  assert.deepEqual(all[0]?.payload, { channelId });
  const page = await bob.api.listMessages({ channelId, query: { since: 0, limit: 7 } });
  assert.deepEqual(
    page.map(({ seq: number }) => number),
    [1, 2, 3, 4, 5, 6, 7],
  );
  assert.deepEqual(await changesOf(bob.api, channelId, seq + 1), []);
  assert.deepEqual(await changesOf(bob.api, channelId, seq + 100), []);
});

/** A chat, two months old, with a user without a participant, and polls in each state. */
async function oldChat(): Promise<{ channelId: string; userId: string; polls: Map<string, string> }> {
  const { db } = database;
  const own = await makeGroup(lectern);
  await fillPast(db, { ...own.at, participants: 1, messages: 1, calls: 1, minutes: 1, from: old() });
  const { channelId } = own.room;
  await sql`DELETE FROM chat_messages WHERE channel_id = ${channelId}`.execute(db);
  await sql`DELETE FROM participants WHERE room_id = ${own.room.id}`.execute(db);
  await sql`
    INSERT INTO chat_polls (channel_id, question, with_answer, is_open_ended, status, created_at, stopped_at)
    VALUES (${channelId}, 'new', false, false, 'new', ${old()}, NULL),
      (${channelId}, 'running', false, false, 'in_progress', ${old()}, NULL),
      (${channelId}, 'stopped', false, false, 'done', ${old()}, ${now()})`.execute(db);
  const { rows: polls } = await sql<{ question: string; id: string }>`
    SELECT question, id FROM chat_polls WHERE channel_id = ${channelId}`.execute(db);
  const { rows: users } = await sql<{ id: string }>`
    SELECT user_id AS id FROM chat_members WHERE channel_id = ${channelId}`.execute(db);
  const names = new Map(polls.map(({ question, id }) => [question, id]));
  return { channelId, userId: users[0]?.id ?? '', polls: names };
}

const questionsIn = async (channelId: string) => {
  const { rows } = await sql<{ question: string }>`
    SELECT question FROM chat_polls WHERE channel_id = ${channelId} ORDER BY question`.execute(database.db);
  return rows.map(({ question }) => question);
};

const writeChange = (trx: Db, channelId: string) =>
  sql`
  INSERT INTO chat_events (channel_id, seq, event, payload, created_at)
  SELECT id, top + 1, 'test', '{}', ${now()} FROM chat_channels WHERE id = ${channelId}`.execute(trx);

test('unstopped polls stay while their channel is used; stopped ones count from their stop', async () => {
  const [used, unused] = [await oldChat(), await oldChat()];
  await writeChange(database.db, used.channelId);
  assert.ok(await eraseAsOf(0));
  assert.deepEqual(await questionsIn(used.channelId), ['new', 'running', 'stopped']);
  assert.deepEqual(await questionsIn(unused.channelId), ['stopped']);
});

/** Runs `work` in a transaction that commits while the erasure waits for it, or after the erasure has skipped it. */
async function whileErasing(work: (trx: Db) => Promise<unknown>): Promise<void> {
  const { db } = database;
  const other = await databaseOf(lectern);
  const { log, logged } = collectWarnings();
  let isDone = false;
  let erasing: Promise<unknown> | undefined;
  await inTransaction(db, async (trx) => {
    await work(trx);
    erasing = eraseAsOf(0, { db: other.db, log }).finally(() => {
      isDone = true;
    });
    const isWaiting = async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'chat_(users|polls|channels)'`.execute(
        db,
      );
      return isDone || rows.length > 0;
    };
    await waitUntil(isWaiting, { timeout: 60_000, message: 'the erasure to wait or to end' });
  });
  await erasing;
  await other.close();
  assert.deepEqual(logged, []);
}

test('a person who enters a channel again during the erasure stays in it', async () => {
  const { channelId, userId } = await oldChat();
  await sql`DELETE FROM chat_poll_votes WHERE user_id = ${userId}`.execute(database.db);
  await sql`DELETE FROM chat_members WHERE user_id = ${userId}`.execute(database.db);
  await whileErasing((trx) =>
    sql`INSERT INTO chat_members (channel_id, user_id, joined_at) VALUES (${channelId}, ${userId}, ${now()})`.execute(
      trx,
    ),
  );
  const members = database.db
    .selectFrom('chat_members')
    .select('user_id')
    .where('channel_id', '=', channelId);
  assert.deepEqual(await members.execute(), [{ user_id: userId }]);
});

test('a poll that gets a vote during the erasure stays with the vote', async () => {
  const { channelId, userId, polls } = await oldChat();
  const pollId = polls.get('running') ?? '';
  // Without old changes the erasure of messages does not wait for the channel.
  await database.db.deleteFrom('chat_events').where('channel_id', '=', channelId).execute();
  await whileErasing(async (trx) => {
    await lockChannel(trx, channelId);
    await insertVote(trx, { pollId, userId, optionIds: [], answer: null, isModerator: false });
    await writeChange(trx, channelId);
  });
  const votes = database.db.selectFrom('chat_poll_votes').select('user_id').where('poll_id', '=', pollId);
  assert.deepEqual(await votes.execute(), [{ user_id: userId }]);
});
