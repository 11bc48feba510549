import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Body } from '../../../../contract/routes.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Chatting, changesOf, enterChat } from '../../../testing/people/chat.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';

let lectern: InProcess;
let group: TestGroup;

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern?.remove());

const content = (question: string): Body<'createRoomPoll'> => ({
  question,
  isSingleChoice: true,
  options: [{ option: 'Yes' }, { option: 'No' }],
});
const prepare = (question: string) => group.owner.createRoomPoll({ ...group.at, body: content(question) });
const change = (pollId: string, body: Body<'updateRoomPoll'>) =>
  group.owner.updateRoomPoll({ ...group.at, pollId, body });
const questions = async () =>
  (await group.owner.listRoomPolls(group.at)).items.map(({ question }) => question);

test('polls are prepared before anybody was in the room, in an order that can be changed', async () => {
  const [one, two, three] = [await prepare('One?'), await prepare('Two?'), await prepare('Three?')];
  assert.deepEqual(
    [one, two, three].map(({ position, status }) => [position, status]),
    [
      [1, 'new'],
      [2, 'new'],
      [3, 'new'],
    ],
  );
  assert.equal((await change(three.id, { position: 1 })).position, 1);
  assert.deepEqual(await questions(), ['Three?', 'One?', 'Two?']);
  await change(three.id, { position: 900 });
  assert.deepEqual(await questions(), ['One?', 'Two?', 'Three?']);
  await group.owner.deleteRoomPoll({ ...group.at, pollId: two.id });
  assert.deepEqual(await questions(), ['One?', 'Three?']);
  const moderator = await enterChat(lectern, group, { role: 'moderator' });
  const { channelId } = group.room;
  await moderator.api.startPoll({ pollId: three.id });
  assert.deepEqual(await questions(), ['One?', 'Three?']);
  assert.equal((await moderator.api.listPolls({ query: { channelId } })).length, 2);
});

test('a change replaces the fields that it names, and is refused once the poll has started', async () => {
  const { id, options } = await prepare('One?');
  const hidden = await change(id, { areResultsHidden: true });
  assert.deepEqual([hidden.areResultsHidden, hidden.isSingleChoice, hidden.options], [true, true, options]);
  const quiz = await change(id, { withAnswer: true, validOptions: [false, true] });
  assert.deepEqual(
    quiz.options.map(({ option, valid }) => [option, valid]),
    [
      ['Yes', false],
      ['No', true],
    ],
  );
  await refusedFields(change(id, { options: [{ option: 'Alone' }] }), 'options', 'withAnswer');
  const open = await change(id, { isOpenEnded: true });
  assert.deepEqual([open.options, open.isSingleChoice, open.withAnswer], [[], false, false]);
  const moderator = await enterChat(lectern, group, { role: 'moderator' });
  await moderator.api.startPoll({ pollId: id });
  await refused(change(id, { question: 'Two?' }), 'poll_started');
});

test('moderators in the call prepare polls too; others see none of it', async () => {
  const moderator = await enterChat(lectern, group, { username: 'Mo', role: 'moderator' });
  const ann = await enterChat(lectern, group, { username: 'Ann' });
  const { id: pollId } = await moderator.api.createRoomPoll({ ...group.at, body: content('One?') });
  await moderator.api.updateRoomPoll({ ...group.at, pollId, body: { question: 'Two?' } });
  await refused(ann.api.listRoomPolls(group.at), 'forbidden');
  await refused(ann.api.createRoomPoll({ ...group.at, body: content('One?') }), 'forbidden');
  await refused(ann.api.updateRoomPoll({ ...group.at, pollId, body: { question: 'Three?' } }), 'forbidden');
  await refused(ann.api.deleteRoomPoll({ ...group.at, pollId }), 'forbidden');
  await refused(ann.api.listRoomPollAnswers(group.at), 'forbidden');
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  await refused(
    elsewhere.owner.updateRoomPoll({ ...elsewhere.at, pollId, body: { question: 'Mine?' } }),
    'not_found',
  );
});

test('moderators in the call learn at once of prepared polls; others get nothing of one before its start', async () => {
  const { channelId } = group.room;
  const mo = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const ann = await joinFakeCall(lectern, group, { username: 'Ann' });
  const guest = await enterChat(lectern, group, { username: 'Guest' });
  const listen = ({ api }: { api: Chatting['api'] }) => SocketListener.of(lectern, api, channelId);
  const [ear, ...ears] = [await listen(mo), await listen(ann), await listen(guest)] as const;
  try {
    const { id: pollId } = await prepare('Secret?');
    await change(pollId, { position: 1 });
    const [news] = await ear.hears('prepared-polls', 2);
    assert.deepEqual([news?.channel.startsWith('user:'), news?.payload], [true, { channelId }]);
    await refused(ann.api.getPoll({ pollId }), 'not_found');
    await refused(guest.api.getPoll({ pollId }), 'not_found');
    assert.deepEqual(await ann.api.listPolls({ query: { channelId } }), []);
    await mo.api.sendMessage({ body: { channelId, text: 'After it' } });
    for (const other of ears) {
      await other.hears('message');
      assert.doesNotMatch(JSON.stringify(other.heard), /prepared-polls|Secret/);
    }
    assert.doesNotMatch(JSON.stringify(await changesOf(ann.api, channelId)), /prepared-polls|Secret/);
  } finally {
    for (const one of [ear, ...ears]) one.close();
  }
});

const vote = ({ api }: Chatting, ...ids: (string | undefined)[]) =>
  api.votePoll({ body: { ids: ids.map((id) => id ?? '') } });

test('moderators see who answered what, correct or not, also as files', async () => {
  const moderator = await enterChat(lectern, group, { username: 'Mo', role: 'moderator' });
  const [ann, bob] = [
    await enterChat(lectern, group, { username: 'Ann' }),
    await enterChat(lectern, group, { username: 'Bob' }),
  ];
  const body = { question: 'Prime?', withAnswer: true, areResultsHidden: true };
  const options = [{ option: '2', valid: true }, { option: '3', valid: true }, { option: '4' }];
  const { id: pollId, options: made } = await group.owner.createRoomPoll({
    ...group.at,
    body: { ...body, options },
  });
  await prepare('Not asked?');
  await moderator.api.startPoll({ pollId });
  const [two, three] = made.map(({ id }) => id);
  await vote(ann, two, three);
  await vote(bob, two);
  const read = (by = moderator.api) => by.listRoomPollAnswers({ ...group.at, query: { pollId } });
  const [poll, ...more] = (await read()).items;
  assert.deepEqual(more, []);
  assert.deepEqual(
    poll?.answers.map(({ name, answer, isCorrect }) => [name, answer, isCorrect]),
    [
      ['Ann', '2, 3', true],
      ['Bob', '2', false],
    ],
  );
  assert.deepEqual(await read(group.owner), { items: [poll] });
  const file = async (format: 'csv' | 'xlsx') =>
    Buffer.from(
      await (await group.owner.listRoomPollAnswers({ ...group.at, query: { format } })).arrayBuffer(),
    );
  const lines = (await file('csv')).toString().trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1] ?? '', /^Prime\?,Ann,.*,"2, 3",.*,true$/);
  assert.equal((await file('xlsx')).subarray(0, 2).toString(), 'PK');
});

test('a poll that runs when the call ends is stopped with it, and shows its results', async () => {
  const mo = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const ann = await enterChat(lectern, group, { username: 'Ann' });
  const { channelId } = group.room;
  const content = { question: 'Prime?', withAnswer: true, areResultsHidden: true };
  const options = [{ option: '2', valid: true }, { option: '4' }];
  const { id: pollId, options: made } = await group.owner.createRoomPoll({
    ...group.at,
    body: { ...content, options },
  });
  const { id: prepared } = await prepare('Later?');
  await mo.api.joinChannel({ body: { id: channelId } });
  await mo.api.startPoll({ pollId });
  await vote(ann, made[0]?.id);
  await group.owner.finishActiveCall(group.at);
  const [poll, ...more] = await ann.api.listPolls({ query: { channelId } });
  assert.deepEqual(more, []);
  assert.deepEqual([poll?.status, poll?.options.map(({ votesCount }) => votesCount)], ['done', [1, 0]]);
  const stops = (await changesOf(ann.api, channelId)).filter(({ event }) => event === 'poll-stop');
  assert.deepEqual(stops.length, 1);
  assert.match(JSON.stringify(stops), /"valid":true/);
  const { items } = await group.owner.listRoomPolls(group.at);
  const statuses = Object.fromEntries(items.map(({ id, status }) => [id, status]));
  assert.deepEqual(statuses, { [pollId]: 'done', [prepared]: 'new' });
});
