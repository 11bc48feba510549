import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { createChance } from '../../../testing/fuzz.ts';
import { type Lectern, startLectern } from '../../../testing/lectern.ts';
import { makePlace } from '../../../testing/place.ts';
import { type Receiver, startReceiver } from '../../../testing/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { announce } from '../webhooks.ts';

const kills = 3;
const eventsARound = 60;
const groups = 3;
/** At most so many attempts are under way at a kill: four for each of the targets. */
const mostUnderWay = 4 * groups;

let lectern: Lectern;
let database: Database;
const receivers: Receiver[] = [];
before(async () => {
  lectern = await startLectern();
  database = await databaseOf(lectern);
  for (let i = 0; i < groups; i += 1) {
    receivers.push(await startReceiver((response) => setTimeout(() => response.writeHead(200).end(), 80)));
  }
});
after(async () => {
  await database?.close();
  await Promise.all(receivers.map((one) => one.close()));
  await lectern?.remove();
});

const received = () => receivers.flatMap((one) => one.received.map(({ headers }) => headers['webhook-id']));

test(`kill -9 in the middle of deliveries, ${kills} times: nothing is lost, and an attempt is made twice at most`, async () => {
  const seed = now().getTime() % 1_000_000;
  const chance = createChance(seed);
  const spaces: string[] = [];
  for (const receiver of receivers) {
    const { owner, spaceId } = await makePlace(lectern);
    await owner.createWebhook({ spaceId, body: { url: receiver.url } });
    spaces.push(spaceId);
  }
  for (let round = 0; round < kills; round += 1) {
    const before = received().length;
    for (let i = 0; i < eventsARound; i += 1) {
      const spaceId = spaces[i % groups] ?? '';
      await announce(database.db, { eventName: 'call_started', spaceId, roomId: newId() });
    }
    const some = 1 + Math.floor(chance() * (eventsARound - mostUnderWay));
    await waitUntil(() => received().length >= before + some, {
      timeout: 20_000,
      interval: 1,
      message: `${some} of round ${round} to arrive (seed ${seed})`,
    });
    await lectern.kill();
    await lectern.start();
  }
  const open = database.db.selectFrom('webhook_deliveries').select(['status', 'attempts']);
  await waitUntil(async () => (await open.where('status', '=', 'pending').execute()).length === 0, {
    timeout: 40_000,
    message: `everything to be settled (seed ${seed})`,
  });
  const rows = await database.db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'status', 'attempts'])
    .execute();
  assert.equal(rows.length, kills * eventsARound);
  assert.ok(
    rows.every((row) => row.status === 'delivered'),
    `seed ${seed}`,
  );
  const counts = new Map<string, number>();
  for (const id of received()) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
  for (const { event_id, attempts } of rows) {
    const count = counts.get(event_id) ?? 0;
    assert.ok(count >= 1 && count <= 2 * attempts, `${count} times in ${attempts} attempts (seed ${seed})`);
    // Only an event that two kills met used up a second attempt.
    assert.ok(attempts === 1 || count >= 2, `seed ${seed}`);
  }
  assert.equal(counts.size, rows.length);
  const twice = [...counts.values()].filter((count) => count > 1).length;
  assert.ok(twice <= kills * mostUnderWay, `${twice} came more than once (seed ${seed})`);
});
