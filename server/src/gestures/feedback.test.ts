import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { FeedbackAnswer } from '../../../contract/operations/feedback-answers.ts';
import { countLockWaiters, databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { reactionsPerMinute } from './routes.ts';

let lectern: InProcess;
let database: Awaited<ReturnType<typeof databaseOf>>;
let group: TestGroup;
let moderator: InFakeCall;
let ear: SocketListener;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};
const answer = ({ api, at }: InFakeCall, given: FeedbackAnswer | null) =>
  api.setFeedback({ ...at, body: { answer: given } });
const given = async () =>
  (await moderator.api.listFeedback(group.at)).items.map(({ name, answer }) => `${name}: ${answer}`);

/** The answers that a page shows which knows the socket only, by the id of the participant. */
function heard(): Record<string, unknown> {
  const answers = new Map<string, unknown>();
  for (const { event, payload } of ear.heard) {
    if (event === 'feedback-cleared') answers.clear();
    if (event !== 'feedback') continue;
    for (const change of payload.changes as { participantId: string; answer: unknown }[]) {
      if (change.answer === null) answers.delete(change.participantId);
      else answers.set(change.participantId, change.answer);
    }
  }
  return Object.fromEntries(answers);
}
const untilHeard = (expected: Record<string, unknown>, message: string) =>
  waitUntil(
    () => JSON.stringify(Object.entries(heard()).sort()) === JSON.stringify(Object.entries(expected).sort()),
    { timeout: 5_000, message },
  );

before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  moderator = await come('Mo', 'moderator');
  ear = await SocketListener.of(lectern, moderator.api, group.room.channelId);
  ends.push(() => ear.close());
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('an answer stays until its owner changes it, takes it back, or a moderator clears all', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  await answer(ann, 'yes');
  await answer(bob, 'slower');
  assert.deepEqual(await given(), ['Ann: yes', 'Bob: slower']);
  await answer(ann, 'no');
  await untilHeard({ [ann.id]: 'no', [bob.id]: 'slower' }, 'both answers on the socket');
  await answer(ann, null);
  await answer(ann, null);
  assert.deepEqual(await given(), ['Bob: slower']);
  await untilHeard({ [bob.id]: 'slower' }, 'the answer to end on the socket');
  await moderator.api.clearFeedback(group.at);
  await moderator.api.clearFeedback(group.at);
  assert.deepEqual(await given(), []);
  await untilHeard({}, 'no answer on the socket');
  assert.equal((await ear.hears('feedback-cleared')).length, 1);
  assert.ok(ear.events('feedback').every(({ seq }) => seq !== undefined));
});

test('the answers of many at once are published together; an answer that is given already is no news', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => come(`Pupil ${index}`)));
  await Promise.all(people.map((person) => answer(person, 'faster')));
  await untilHeard(Object.fromEntries(people.map(({ id }) => [id, 'faster'])), 'all answers');
  assert.equal((await given()).length, people.length);
  const told = ear.events('feedback').flatMap(({ payload }) => payload.changes as unknown[]);
  assert.ok(ear.events('feedback').length < people.length, `${ear.events('feedback').length} events`);
  assert.ok(told.length >= people.length);
  const before = ear.events('feedback').length;
  await Promise.all(people.map((person) => answer(person, 'faster')));
  await answer(people[0] as InFakeCall, 'no');
  await ear.hears('feedback', before + 1);
  assert.deepEqual(ear.events('feedback').at(-1)?.payload.changes, [
    { participantId: people[0]?.id, answer: 'no' },
  ]);
});

test('only a participant in the call may answer for themselves, and only what there is', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  const outside = await enterBy(lectern, group, { url: await makeLink(group) });
  const body = { answer: 'yes' } as const;
  await refused(outside.api.setFeedback({ ...outside.at, body }), 'participant_not_in_call');
  await refused(bob.api.setFeedback({ ...ann.at, body }), 'forbidden');
  await refused(group.owner.setFeedback({ ...ann.at, body }), 'forbidden');
  await refused(bob.api.clearFeedback(group.at), 'forbidden');
  for (const wrong of ['maybe', '', 1, ['yes'], undefined, '__proto__'])
    await refusedFields(answer(ann, wrong as FeedbackAnswer), 'answer');
  await answer(ann, 'yes');
  assert.deepEqual(
    (await bob.api.listFeedback(group.at)).items.map(({ participantId }) => participantId),
    [ann.id],
  );
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  await refused(ann.api.listFeedback(elsewhere.at), 'not_found');
  await moderator.api.removeParticipant(ann.at);
  await refused(answer(ann, 'no'), 'removed_from_call');
  await refused(ann.api.listFeedback(group.at), 'removed_from_call');
  assert.deepEqual(await given(), []);
});

test('turning reactions off clears all answers, and moderators alone may answer', async () => {
  const ann = await come('Ann');
  await answer(ann, 'yes');
  const allow = (isReactingAllowed: boolean) =>
    moderator.api.updateCallPermissions({ ...group.at, body: { isReactingAllowed } });
  await allow(false);
  assert.deepEqual(await given(), []);
  await untilHeard({}, 'no answer on the socket');
  await refused(answer(ann, 'yes'), 'reactions_off');
  // Nobody is kept from taking an answer back.
  await answer(ann, null);
  await answer(moderator, 'no');
  assert.deepEqual(await given(), ['Mo: no']);
  await allow(true);
  await answer(ann, 'yes');
});

test('an answer that is being stored while reactions are turned off does not outlive that', async () => {
  const ann = await come('Ann');
  const { channelId } = group.room;
  const [answering, turning] = await database.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM chat_channels WHERE id = ${channelId} FOR UPDATE`.execute(trx);
    const waiting = (count: number) =>
      waitUntil(async () => (await countLockWaiters(database.db)) >= count, {
        timeout: 10_000,
        message: `${count} transactions to wait`,
      });
    const turned = group.owner.updateRoom({ ...group.at, body: { isReactingAllowed: false } });
    await waiting(1);
    const answered = answer(ann, 'yes').catch(({ code }) => code);
    await waiting(2);
    return [answered, turned] as const;
  });
  await turning;
  assert.equal(await answering, 'reactions_off');
  assert.deepEqual(await given(), []);
});

test('answers end with the call', async () => {
  const ann = await come('Ann');
  await answer(ann, 'yes');
  await group.owner.finishActiveCall(group.at);
  assert.deepEqual((await group.owner.listFeedback(group.at)).items, []);
  const { rows } = await sql`SELECT FROM feedback WHERE room_id = ${group.room.id}`.execute(database.db);
  assert.equal(rows.length, 0);
});

test('an answer ends when its owner leaves, and is there again if they return soon', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  await answer(ann, 'yes');
  await answer(bob, 'no');
  await ann.person.leave();
  await untilHeard({ [bob.id]: 'no' }, 'the answer to end');
  assert.deepEqual(await given(), ['Bob: no']);
  await refused(answer(ann, 'no'), 'participant_not_in_call');
  const again = await enterBy(lectern, group, { url: ann.url, browser: ann.browser });
  const back = await connectToFakeCall(lectern, group, again);
  ends.push(() => back.person.leave());
  assert.deepEqual(await given(), ['Ann: yes', 'Bob: no']);
  await untilHeard({ [ann.id]: 'yes', [bob.id]: 'no' }, 'the answer to be there again');
  // One that was cleared meanwhile stays away.
  await back.person.leave();
  await untilHeard({ [bob.id]: 'no' }, 'the answer to end again');
  await moderator.api.clearFeedback(group.at);
  const third = await enterBy(lectern, group, { url: ann.url, browser: ann.browser });
  const returned = await connectToFakeCall(lectern, group, third);
  ends.push(() => returned.person.leave());
  assert.deepEqual(await given(), []);
});

test('reactions and answers have one limit', async () => {
  const ann = await come('Ann');
  const asked = Array.from({ length: reactionsPerMinute + 1 }, () =>
    answer(ann, 'yes').then(
      () => 'stored',
      ({ code }) => code as string,
    ),
  );
  const results = await Promise.all(asked);
  assert.deepEqual(
    [
      results.filter((one) => one === 'stored').length,
      results.filter((one) => one === 'rate_limited').length,
    ],
    [reactionsPerMinute, 1],
  );
});
