import assert from 'node:assert/strict';
import { after, before, beforeEach, type TestContext, test } from 'node:test';
import { countLockWaiters, type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { answer, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { eventsAt } from '../testing/hook-receiver.ts';
import { beginNext, lockHook, noteEvents } from './events.store.ts';

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_BBB_RETRY_SECONDS: '3600' });
  database = await databaseOf(lectern, { max: 4 });
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.behave(answer(200));
  receiver.received.length = 0;
  group = await makeBbbGroup(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });

interface Hooked {
  hookId: string;
  meetingId: string;
}

/** A meeting with a hook of its own. */
async function hook(meetingID: string): Promise<Hooked> {
  await group.bbb.call('create', { meetingID });
  const made = await group.bbb.call('hooks/create', {
    callbackURL: `${receiver.url}/${meetingID}`,
    meetingID,
  });
  const { id } = await database.db
    .selectFrom('bbb_meetings')
    .select('id')
    .where('meeting_id', '=', meetingID)
    .where('space_id', '=', group.spaceId)
    .executeTakeFirstOrThrow();
  return { hookId: made.field('hookID') ?? '', meetingId: id };
}

/** A delivery that is in flight, from a sender that the test plays. */
async function insertInFlight({ hookId, meetingId }: Hooked): Promise<string> {
  const id = newId();
  const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
  await database.db
    .insertInto('bbb_deliveries')
    .values({
      ...{ id, space_id: group.spaceId, meeting_id: meetingId, event_name: 'user-joined', hook_id: hookId },
      ...{ url: `${receiver.url}/two`, content: '{}', created_at: inHours(0), expires_at: inHours(24) },
      next_attempt_at: inHours(1),
    })
    .execute();
  return id;
}

const end = (meetingID: string) => group.bbb.call('end', { meetingID });
const paths = (): string[] => receiver.received.map(({ path }) => path.slice(0, 4));

/** Holds a lock until it is released, at the latest at the end of the test. */
async function holding(t: TestContext, work: (trx: Db) => Promise<unknown>) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = inTransaction(database.db, async (trx) => {
    await work(trx);
    begun.resolve();
    await released.promise;
  });
  await Promise.race([begun.promise, done]);
  const release = async () => {
    released.resolve();
    await done;
  };
  t.after(release);
  return release;
}

test('an event that commits while others are queued waits for the lock of its own hook', async (t) => {
  const [one, two] = [await hook('one'), await hook('two')];
  const inFlight = await insertInFlight(two);
  const releaseFirst = await holding(t, (trx) => lockHook(trx, one.hookId));
  await end('one');
  await until(async () => (await countLockWaiters(database.db)) > 0, 'the queue to wait for the first hook');
  await end('two');
  const releaseSecond = await holding(t, async (trx) => {
    await lockHook(trx, two.hookId);
    const delivered = { status: 'delivered', next_attempt_at: null } as const;
    await trx.updateTable('bbb_deliveries').set(delivered).where('id', '=', inFlight).execute();
    await beginNext(trx, two);
  });
  await releaseFirst();
  const { db } = database;
  const ofFirst = db.selectFrom('bbb_deliveries').select('id').where('hook_id', '=', one.hookId);
  await until(async () => (await ofFirst.execute()).length > 0, 'the delivery of the first hook');
  await releaseSecond();
  await until(() => ['/one', '/two'].every((path) => paths().includes(path)), 'the events of both hooks');
});

test('deliveries that expired behind another one are not tried', async () => {
  const { hookId, meetingId } = await hook('one');
  receiver.behave(answer(500));
  const { db } = database;
  const deliveries = () =>
    db
      .selectFrom('bbb_deliveries')
      .select(['id', 'status', 'attempts', 'claimed_until'])
      .where('hook_id', '=', hookId)
      .orderBy('queue_number')
      .execute();
  const events = { name: 'meeting-recording-started', contents: [{}, {}, {}] } as const;
  await inTransaction(db, (trx) => noteEvents(trx, meetingId, events));
  await until(async () => (await deliveries()).length === 3, 'three deliveries');
  await until(async () => {
    const [first] = await deliveries();
    return first?.attempts === 1 && first.claimed_until === null;
  }, 'the end of an attempt of the first one');
  const [first, second] = await deliveries();
  await db
    .updateTable('bbb_deliveries')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', 'in', [first?.id ?? '', second?.id ?? ''])
    .execute();
  receiver.behave(answer(200));
  const { spaceId, owner } = group;
  await owner.redeliverBigBlueButton({ spaceId, callbackId: first?.id ?? '' });
  await until(async () => (await deliveries())[2]?.status === 'delivered', 'the third one to be delivered');
  assert.deepEqual(
    (await deliveries()).map(({ status, attempts }) => [status, attempts]),
    [
      ['delivered', 2],
      ['failed', 0],
      ['delivered', 1],
    ],
  );
  assert.equal(eventsAt(receiver, group.secret).length, 3);
  // One that was requested by hand is tried once more, however old it is.
  await owner.redeliverBigBlueButton({ spaceId, callbackId: second?.id ?? '' });
  await until(async () => (await deliveries())[1]?.status === 'delivered', 'the second one by hand');
});
