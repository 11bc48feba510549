import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import { countLockWaiters, databaseOf } from '../../../testing/database.ts';
import { chanceOf } from '../../../testing/fuzzing/chance.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';

let lectern: InProcess;
let group: TestGroup;
let other: TestGroup;
let late: TestGroup;
let finished: string;
let running: string;

async function callIn(of: TestGroup): Promise<string> {
  await joinFakeCall(lectern, of, { username: 'Ann', externalUserId: 'lms-1' });
  return (await of.owner.getActiveCall(of.at)).id;
}

before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { name: 'a"b\r\nset-cookie: x=1/..\\ \u202e😀;%00' });
  other = await makeGroup(lectern);
  late = await makeGroup(lectern);
  finished = await callIn(group);
  await group.owner.finishActiveCall(group.at);
  running = await callIn(group);
});
after(() => lectern?.remove());

const ask = (path: string, query: [string, string][]) =>
  sendRaw(lectern.url, {
    method: 'GET',
    path: `/v1/spaces/${group.spaceId}/analytics/${path}?${new URLSearchParams(query)}`,
    token: lectern.owner.personalToken,
  });

const moments = {
  valid: [
    '0000-01-01T00:00:00Z',
    '0000-01-01T00:00:00+23:59',
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00Z',
    '2026-03-01T00:00:00.123456789+05:45',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
    '20260301T000000Z',
  ],
  invalid: [
    ...[
      '',
      ' ',
      'NaN',
      'null',
      '0',
      '-1',
      '1e9',
      '1772323200000',
      'now',
      '2026-03-01',
      '2026-13-01T00:00:00Z',
    ],
    ...[
      '2026-02-29T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '10000-01-01T00:00:00Z',
    ],
    ...[
      '2026-03-01T25:00:00Z',
      '2026-03-01T00:00:00',
      '2026-03-01T00:00:00Z; DROP TABLE calls',
      'x'.repeat(5000),
    ],
    ...['2026-03-01T00:00:00Z\0', '٢٠٢٦-٠٣-٠١T٠٠:٠٠:٠٠Z', '2026-03-01T00:00:00+99:99'],
  ],
};
const zones = {
  valid: ['UTC', 'europe/berlin', 'Asia/Kathmandu', '+05:30', '-23:59', 'Etc/GMT+12', 'Pacific/Kiritimati'],
  invalid: ['', ' ', 'Mars/Olympus', 'UTC ', '../UTC', '+24:00', 'x'.repeat(65), 'Europe/Berlin\0', '=1+1'],
};
const numbers = (least: number, most: number) => ({
  valid: [String(least), String(most)],
  invalid: [
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '',
    'x',
    '0x',
    '٣',
    '1;2',
    String(least - 1),
    String(most + 1),
  ],
});
const whole = (least: number, most: number) => ({
  valid: numbers(least, most).valid,
  invalid: [...numbers(least, most).invalid, '0.5', '9007199254740993', '1e308'],
});
const order = { valid: ['asc', 'desc'], invalid: ['', 'ASC', 'up', 'asc; --', '1'] };
const idFaults = [
  '',
  'x',
  'A'.repeat(24),
  'a'.repeat(23),
  'a'.repeat(25),
  `${'a'.repeat(24)}\n`,
  '\0',
  '😀'.repeat(12),
];
const flags = { valid: ['true', 'false'], invalid: ['', 'yes', '2', 'TRUE', '[]'] };
const rule = { minShare: numbers(0, 1), minSeconds: whole(0, 1_000_000) };
const page = { limit: whole(1, 1000), offset: whole(0, 2_000_000_000), order };

interface Values {
  valid: string[];
  invalid: string[];
}

/** The queries of each operation: a good one, and values of each parameter. */
const operations = (): Record<string, { good: Record<string, string>; values: Record<string, Values> }> => {
  const roomId = { valid: [group.room.id], invalid: idFaults };
  const callPage = { good: {}, values: page };
  return {
    calls: {
      good: { dateFrom: '2020-01-01T00:00:00Z' },
      values: {
        ...{ roomId, dateFrom: moments, dateTo: moments, ...page },
        minParticipants: whole(0, 1_000_000),
      },
    },
    summary: {
      good: { dateFrom: '2020-01-01T00:00:00Z', dateTo: '2100-01-01T00:00:00Z' },
      values: { roomId, dateFrom: moments, dateTo: moments, ...rule, ...page, limit: whole(1, 100) },
    },
    report: {
      good: { roomId: group.room.id, callId: finished },
      values: {
        ...{ roomId, callId: { valid: [finished, running], invalid: idFaults }, timezone: zones },
        ...{ provisional: flags, ...rule },
        format: { valid: ['json', 'csv', 'xlsx'], invalid: ['', 'JSON', 'pdf', 'xlsx,csv'] },
      },
    },
    [`calls/${finished}/participants`]: callPage,
    [`calls/${running}/messages`]: callPage,
    [`calls/${finished}/timeline`]: { good: {}, values: {} },
    [`calls/${running}/polls`]: { good: {}, values: {} },
    [`calls/${running}`]: { good: {}, values: {} },
  };
};

type RawResult = Awaited<ReturnType<typeof sendRaw>>;

function assertRefused({ status, body, text }: RawResult, paths: string[], what: string): void {
  assert.equal(status, 422, `${what}: ${status} ${text.slice(0, 300)}`);
  const details = body.details as { path: string }[];
  assert.deepEqual(details.map(({ path }) => path).sort(), paths.toSorted(), what);
}

const entriesOf = (query: Record<string, string>): [string, string][] => Object.entries(query);

test('every valid value of a query is answered, every invalid one refused by its name', async () => {
  for (const [path, { good, values }] of Object.entries(operations())) {
    for (const [name, { valid, invalid }] of Object.entries(values)) {
      for (const value of valid) {
        const answer = await ask(path, entriesOf({ ...good, [name]: value }));
        const isExpected = answer.status === 200 || answer.body.code === 'report_not_ready';
        assert.ok(isExpected, `${path} ${name}=${value}: ${answer.status} ${answer.text.slice(0, 300)}`);
      }
      for (const value of invalid) {
        const answer = await ask(path, entriesOf({ ...good, [name]: value }));
        assertRefused(answer, [name], `${path} ${name}=${value.slice(0, 80)}`);
      }
      const twice = await ask(path, [...entriesOf(good), [name, valid[0] ?? ''], [name, valid[0] ?? '']]);
      assert.ok(
        [200, 409, 422].includes(twice.status),
        `${path} ${name} twice: ${twice.status} ${twice.text}`,
      );
    }
  }
});

test('a query of random values never causes a 5xx, and its refusal names every invalid one', async (t) => {
  const chance = chanceOf(t);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  for (let round = 0; round < 150; round += 1) {
    const [path, { good, values }] = pick(Object.entries(operations()));
    const query = { ...good, [`odd${round}`]: 'x' };
    const bad: string[] = [];
    for (const [name, { valid, invalid }] of Object.entries(values)) {
      const dice = chance();
      if (dice < 0.3) query[name] = pick(valid);
      else if (dice < 0.6) {
        query[name] = pick(invalid);
        bad.push(name);
      }
    }
    const answer = await ask(path, entriesOf(query));
    const what = `round ${round}: ${path} ${JSON.stringify(query).slice(0, 400)}`;
    if (bad.length > 0) assertRefused(answer, bad, what);
    else
      assert.ok([200, 409].includes(answer.status), `${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
});

test('rooms and calls of others are not_found in every place of the request', async () => {
  const theirs = await callIn(other);
  const second = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Second' } });
  const period: [string, string][] = entriesOf({
    dateFrom: '0000-01-01T00:00:00Z',
    dateTo: '9999-12-31T23:59:59Z',
  });
  const report = (roomId: string, callId: string) =>
    ask('report', entriesOf({ roomId, callId, provisional: 'true' }));
  for (const answer of [
    await ask('calls', [...period, ['roomId', other.room.id]]),
    await ask('summary', [...period, ['roomId', other.room.id]]),
    await report(group.room.id, theirs),
    await report(other.room.id, theirs),
    await report(other.room.id, finished),
    await report(second.id, finished),
    await report(group.room.id, newId()),
    ...(await Promise.all(
      ['', '/participants', '/timeline', '/messages', '/polls'].flatMap((part) => [
        ask(`calls/${theirs}${part}`, []),
        ask(`calls/${newId()}${part}`, []),
        ask(`calls/%00${part}`, []),
        ask(`calls/${finished.toUpperCase()}x${part}`, []),
      ]),
    )),
  ]) {
    assert.equal(answer.status, 404, answer.text);
  }
  const all = await ask('calls', period);
  assert.deepEqual(
    (all.body.items as { id: string }[]).map(({ id }) => id),
    [finished],
  );
});

test('a running call that began by a clock ahead of ours has no negative length', async () => {
  const ahead = await makeGroup(lectern);
  const callId = await callIn(ahead);
  const { db, close } = await databaseOf(lectern);
  const began = new Date(Date.now() + 60_000);
  await db.updateTable('calls').set({ started_at: began }).where('id', '=', callId).execute();
  await db.updateTable('visits').set({ entered_at: began }).where('call_id', '=', callId).execute();
  await close();
  const { spaceId } = ahead;
  const query = { roomId: ahead.room.id, callId, provisional: true };
  const { call, participants } = await ahead.owner.getRoomAnalyticsReport({ spaceId, query });
  assert.deepEqual([call.startedAt, call.duration], [began.toISOString(), 0]);
  assert.deepEqual(
    participants.map(({ firstEntryAt, lastExitAt, share }) => [firstEntryAt, lastExitAt, share]),
    [[began.toISOString(), null, 0]],
  );
  assert.equal((await ahead.owner.listAnalyticsCallParticipants({ spaceId, callId })).total, 1);
});

interface Late {
  channelId: string;
  callId: string;
  ann: InFakeCall;
}

/**
 * Actions of a person while the call ends. `hold` leaves a transaction open for which `act` waits, or in which the
 * action itself was made.
 */
const underWay: Record<
  string,
  { hold: (of: Late) => RawBuilder<unknown>; act?: (of: Late) => Promise<unknown> }
> = {
  'a message': {
    hold: ({ channelId }) => sql`
      WITH held AS MATERIALIZED (SELECT id FROM chat_channels WHERE id = ${channelId} FOR NO KEY UPDATE)
      INSERT INTO chat_messages (channel_id, seq, type, user_id, text, created_at)
      SELECT m.channel_id, m.seq + 1000, m.type, m.user_id, 'late', now() FROM held, chat_messages m
      WHERE m.channel_id = held.id ORDER BY m.id LIMIT 1`,
  },
  'a hand': {
    hold: ({ channelId }) => sql`SELECT FROM chat_channels WHERE id = ${channelId} FOR UPDATE`,
    act: ({ ann: { api, at } }) => api.raiseHand(at),
  },
  'a reaction': {
    hold: ({ callId, ann }) =>
      sql`INSERT INTO stage_reactions (call_id, participant_id, count) VALUES (${callId}, ${ann.id}, 1)`,
    act: ({ ann: { api } }) => api.sendStageReaction({ ...late.at, body: { emoji: '👏' } }),
  },
};

for (const [name, { hold, act }] of Object.entries(underWay)) {
  test(`the final report does not change by ${name} that is under way when the call ends`, async () => {
    const { owner, spaceId, room, at } = late;
    const { channelId } = room;
    // The limit of messages counts for a person, whatever link they use.
    const externalUserId = `lms-${name.replaceAll(' ', '-')}`;
    const ann = await joinFakeCall(lectern, late, { externalUserId });
    await ann.api.joinChannel({ body: { id: channelId } });
    await ann.api.sendMessage({ body: { channelId, text: 'first' } });
    const { id: callId } = await owner.getActiveCall(at);
    const read = async () => {
      const query = { roomId: room.id, callId };
      const { participants } = await owner.getRoomAnalyticsReport({ spaceId, query });
      return participants.map((row) => [row.chatMessagesCount, row.handRaisesCount, row.reactionsCount]);
    };
    const { db, close } = await databaseOf(lectern);
    const waiters = (count: number) =>
      waitUntil(async () => (await countLockWaiters(db)) >= count, {
        timeout: 10_000,
        message: `${count} transactions to wait`,
      });
    const { acting, ending } = await db.transaction().execute(async (trx) => {
      await hold({ channelId, callId, ann }).execute(trx);
      const acting = act?.({ channelId, callId, ann });
      if (acting) await waiters(1);
      const ending = owner.finishActiveCall(at).then(read);
      // The call must wait; if it does not, its report is read before the action is stored.
      await Promise.race([ending, waiters(acting ? 2 : 1)]);
      return { acting, ending };
    });
    await acting;
    const first = await ending;
    await close();
    assert.deepEqual(await read(), first);
  });
}

test('a report that is requested while its call ends is refused or final, and then never changes', async () => {
  type Report = Answer<'getRoomAnalyticsReport'>;
  const ending = await makeGroup(lectern);
  const at = { spaceId: ending.spaceId };
  for (let round = 0; round < 6; round += 1) {
    const people = await Promise.all(
      [1, 2, 3].map((number) => joinFakeCall(lectern, ending, { externalUserId: `p-${round}-${number}` })),
    );
    const { id: callId } = await ending.owner.getActiveCall(ending.at);
    const query = { roomId: ending.room.id, callId };
    const finals: Report[] = [];
    let isOver = false;
    const read = async (provisional: boolean) => {
      while (!isOver) {
        const report: Report | undefined = await ending.owner
          .getRoomAnalyticsReport({ ...at, query: { ...query, provisional } })
          .catch((error: { code?: string }) => {
            assert.equal(error.code, 'report_not_ready');
            return undefined;
          });
        if (report?.isFinal) finals.push(report);
        else if (report) assert.equal(report.call.finishedAt, null);
      }
    };
    const reading = [read(true), read(true), read(false)];
    for (const { api, at: place } of people)
      await api.reportActivity({ ...place, body: { isTabVisible: true, isSpeaking: true } });
    people[0]?.person.publish('microphone');
    people[1]?.person.leave();
    await ending.owner.finishActiveCall(ending.at);
    people[2]?.person.leave();
    for (const { api, at: place } of people) {
      const late = api.reportActivity({ ...place, body: { isTabVisible: false } });
      await refused(late, 'participant_not_in_call');
    }
    isOver = true;
    await Promise.all(reading);
    finals.push(await ending.owner.getRoomAnalyticsReport({ ...at, query }));
    const [first, ...later] = finals.map(({ generatedAt: _, ...report }) => report);
    assert.ok(first);
    for (const report of later) assert.deepEqual(report, first);
    assert.equal(first.participants.length, 3);
    for (const { lastExitAt, intervals } of first.participants) {
      const ends = Object.values(intervals).flatMap((list) => list.map(({ endedAt }) => endedAt));
      for (const end of [lastExitAt, ...ends])
        assert.ok(end !== null && end <= String(first.call.finishedAt));
    }
  }
});
