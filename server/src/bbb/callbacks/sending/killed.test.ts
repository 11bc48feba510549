import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../../testing/database.ts';
import { type LecternProcess, startLectern } from '../../../../testing/lectern.ts';
import { type Received, type Receiver, startReceiver } from '../../../../testing/receivers/receiver.ts';
import { insertPastCalls } from '../../../../testing/reports/past-calls.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { insertRecordOf } from '../../../playbacks/timeline/testing/recorded.ts';
import { makeBbbGroup } from '../../testing/bbb-client.ts';

let lectern: LecternProcess;
let database: Database;
let receiver: Receiver;
before(async () => {
  lectern = await startLectern({ LECTERN_BBB_RETRY_SECONDS: '1' });
  database = await databaseOf(lectern, { max: 1 });
  receiver = await startReceiver();
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const hookEvents = ['meeting-ended', 'rap-process-started', 'rap-process-ended', 'rap-publish-ended'];
const callbacks = ['end', 'analytics', 'recording-ready'];

/** The callback of a request, or the event of a hook. */
function nameOf({ path, body }: Received): string {
  const [, name = ''] = /^\/([\w-]+)/.exec(path) ?? [];
  return name === 'hook' ? JSON.parse(new URLSearchParams(body).get('event') ?? '')[0].data.id : name;
}

const minutesAgo = (count: number): Date => new Date(Date.now() - count * 60_000);

test('kill -9 after the end of a meeting and during each callback and hook: each arrives, and once unless it was cut', async () => {
  const group = await makeBbbGroup(lectern);
  const meetingID = 'killed';
  const created = await group.bbb.call('create', {
    ...{ meetingID, record: 'true', meta_endCallbackUrl: `${receiver.url}/end` },
    'meta_analytics-callback-url': `${receiver.url}/analytics`,
    'meta_bbb-recording-ready-url': `${receiver.url}/recording-ready`,
  });
  const { db } = database;
  const { id, room_id: roomId } = await db
    .selectFrom('bbb_meetings')
    .select(['id', 'room_id'])
    .where('internal_id', '=', created.field('internalMeetingID') ?? '')
    .executeTakeFirstOrThrow();
  // It began an hour ago.
  await db
    .updateTable('bbb_meetings')
    .set({ created_at: minutesAgo(60) })
    .where('id', '=', id)
    .execute();
  await group.bbb.call('hooks/create', {
    callbackURL: `${receiver.url}/hook`,
    eventID: hookEvents.join(','),
  });
  const people = [{ name: 'Ann', externalUserId: 'lms 1', share: 1 }];
  const { spaceId } = group;
  await insertPastCalls(db, { spaceId, roomId }, [{ startedAt: minutesAgo(50), minutes: 10, people }]);
  const place = { spaceId, room: { ...group.room, id: roomId } };
  await insertRecordOf(db, place, { startedAt: minutesAgo(49), seconds: 60 });

  const cut = new Set<string>();
  /** How often each was in flight when the server died. */
  const lost = new Map<string, number>();
  let killing: Promise<void> | undefined;
  const restart = async () => {
    await lectern.kill();
    const inFlight = await db
      .selectFrom('bbb_deliveries')
      .select('event_name')
      .where('meeting_id', '=', id)
      .where('status', '=', 'pending')
      .where('claimed_until', 'is not', null)
      .execute();
    for (const { event_name: name } of inFlight) lost.set(name, (lost.get(name) ?? 0) + 1);
    await lectern.start();
  };
  receiver.behave((response, request) => {
    const name = nameOf(request);
    // Its first request is not answered: the server dies.
    if (!cut.has(name) && !killing) {
      cut.add(name);
      killing = restart().finally(() => {
        killing = undefined;
      });
      return;
    }
    response.writeHead(200).end();
  });
  await group.bbb.call('end', { meetingID });
  const names = [...callbacks, ...hookEvents];
  const unsent = async () =>
    (
      await db
        .selectFrom('bbb_deliveries')
        .select(['event_name', 'status'])
        .where('meeting_id', '=', id)
        .execute()
    ).filter(({ status }) => status !== 'delivered');
  const arrived = () => receiver.received.map(nameOf);
  await waitUntil(
    async () => !killing && names.every((name) => arrived().includes(name)) && (await unsent()).length === 0,
    { timeout: 240_000, interval: 200, message: () => `everything to arrive, ${arrived()} did` },
  );
  await killing;
  assert.ok(cut.size >= 4, [...cut].join());
  for (const name of names) {
    const requests = receiver.received.filter((request) => nameOf(request) === name);
    assert.ok(requests.length >= (cut.has(name) ? 2 : 1), name);
    const most = 1 + (lost.get(name) ?? 0);
    assert.ok(requests.length <= most, `${name}: ${requests.length} requests, at most ${most}`);
    if (!hookEvents.includes(name)) continue;
    const ids = new Set(requests.map(({ headers }) => headers['webhook-id']));
    assert.ok(ids.size === 1 && !ids.has(undefined), name);
  }
  const firsts = arrived().filter((name, index, all) => all.indexOf(name) === index);
  assert.deepEqual(
    firsts.filter((name) => hookEvents.includes(name)),
    hookEvents,
  );
});
