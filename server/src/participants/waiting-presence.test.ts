import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { sql } from 'kysely';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { Listener } from '../../testing/listener.ts';
import { comeIn, type Entered, enterBy, makeLink } from '../../testing/meeting.ts';
import { type OwnDatabase, startOwnDatabase } from '../../testing/own-database.ts';
import { makePlace, openIn, type Place } from '../../testing/place.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: Lectern;
let database: OwnDatabase;
const ends: (() => unknown)[] = [];
before(async () => {
  database = await startOwnDatabase();
  lectern = await startLectern({
    DATABASE_URL: database.url,
    LECTERN_SECRET_KEY: 'the secret key of a server under test',
    LECTERN_RATE_LIMIT_PER_MINUTE: '0',
  });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await dispose();
  await lectern?.remove();
  await database?.remove();
});

const placeOf = () => makePlace(lectern, { isPublic: false, waitingRoomAudience: 'guests' });

const knock = async (place: Place): Promise<Entered> =>
  enterBy(lectern, place, { url: await makeLink(place) });

/** As if the page had been closed, or lost, so many seconds ago. */
const silence = (participantId: string, seconds: number) =>
  sql`UPDATE participants SET seen_at = now() - make_interval(secs => ${seconds}) WHERE id = ${participantId}`.execute(
    database.db,
  );

const waitingIn = async ({ owner, at }: Place) =>
  (await owner.listParticipants({ ...at, query: { status: 'waiting' } })).items.map(({ id }) => id);

test('a page that was closed is not shown any more; who comes back is the same and is shown again', async () => {
  const place = await placeOf();
  const moderator = await comeIn(lectern, place, { username: 'Mo', role: 'moderator' });
  ends.push(() => moderator.person.leave());
  const ear = await Listener.of(lectern, moderator.api, place.room.channelId);
  ends.push(() => ear.close());
  const latest = () => ear.events('waiting-room').at(-1)?.payload;
  const shows = (waiting: number) =>
    waitUntil(() => latest()?.waiting === waiting, { timeout: 10_000, message: `${waiting} to be told` });
  const ann = await knock(place);
  await shows(1);
  assert.deepEqual(latest(), { roomId: place.room.id, waiting: 1 });
  await silence(ann.id, 29);
  assert.deepEqual(await waitingIn(place), [ann.id]);
  await shows(0);
  assert.deepEqual(await waitingIn(place), []);
  await silence(ann.id, 3600);
  assert.deepEqual((await moderator.api.admitEverybody(place.at)).items, []);
  assert.equal((await ann.api.getParticipant(ann.at)).status, 'waiting');
  await shows(1);
  await silence(ann.id, 3600);
  assert.equal((await enterBy(lectern, place, ann)).id, ann.id);
  assert.deepEqual(await waitingIn(place), [ann.id]);
});

test('a page that asks often writes little', async () => {
  const place = await placeOf();
  const ann = await knock(place);
  const seenAt = async () => {
    const { rows } = await sql<{ at: string }>`
      SELECT seen_at::text AS at FROM participants WHERE id = ${ann.id}`.execute(database.db);
    return rows[0]?.at;
  };
  const first = await seenAt();
  await Promise.all(Array.from({ length: 20 }, () => ann.api.getParticipant(ann.at)));
  assert.equal(await seenAt(), first);
  await silence(ann.id, 6);
  const before = await seenAt();
  await ann.api.getParticipant(ann.at);
  assert.notEqual(await seenAt(), before);
});

test('five hundred wait, ask, and are let in by one word', async () => {
  const place = await placeOf();
  const url = await makeLink(place, { isPermanent: true });
  const people: { id: string; ask: () => Promise<{ status: string }> }[] = [];
  const come = async (browser: string) => {
    const session = await openIn(lectern, url, browser);
    const body = { roomId: place.room.id, clientUniqueId: browser };
    const { id, access_token } = await session.createParticipant({ spaceId: place.spaceId, body });
    const api = lectern.client(access_token);
    people.push({ id, ask: () => api.getParticipant({ spaceId: place.spaceId, participantId: id }) });
  };
  const browsers = Array.from({ length: 500 }, (_, index) => `browser ${index}`);
  const work = async () => {
    for (let browser = browsers.pop(); browser !== undefined; browser = browsers.pop()) await come(browser);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  const { total } = await place.owner.listParticipants({ ...place.at, query: { status: 'waiting' } });
  assert.equal(total, 500);
  const asked = await Promise.all(people.map(({ ask }) => ask()));
  assert.ok(asked.every(({ status }) => status === 'waiting'));
  const word = performance.now();
  const admitted = await place.owner.admitEverybody(place.at);
  const saidIn = performance.now() - word;
  assert.deepEqual(admitted.items.map(({ id }) => id).sort(), people.map(({ id }) => id).sort());
  // Far from what is wanted, far above what a busy machine takes: a look at everybody for each of them would not pass.
  assert.ok(saidIn < 5000);
});
