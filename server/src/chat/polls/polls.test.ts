import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Body } from '../../../../contract/routes.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Chatting, changesOf, enterChat } from '../../../testing/people/chat.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';

let lectern: Lectern;
let group: TestGroup;
let moderator: Chatting;
let ann: Chatting;
let bob: Chatting;
let channelId: string;

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  channelId = group.room.channelId;
  moderator = await enterChat(lectern, group, { username: 'Mo', role: 'moderator' });
  ann = await enterChat(lectern, group, { username: 'Ann' });
  bob = await enterChat(lectern, group, { username: 'Bob' });
});
after(() => lectern?.remove());

type Wanted = Omit<Body<'createPoll'>, 'channelId'>;
const fruit: Wanted = {
  question: 'Which is a fruit?',
  withAnswer: true,
  options: [{ option: 'Pear', valid: true }, { option: 'Potato' }, { option: 'Plum', valid: true }],
};
const create = (more: Partial<Wanted> = {}, { api }: Chatting = moderator) =>
  api.createPoll({ body: { ...fruit, ...more, channelId } });
const begin = async (more: Partial<Wanted> = {}) => {
  const { id: pollId } = await create(more);
  return moderator.api.startPoll({ pollId });
};
const openQuestion = { question: 'Why?', isOpenEnded: true, withAnswer: false, options: [] };
const vote = ({ api }: Chatting, ...ids: (string | number | undefined)[]) =>
  api.votePoll({ body: { ids: ids.map((id) => id ?? '') } });
const changes = () => changesOf(moderator.api, channelId);

test('only moderators see a new poll, and it is not published', async () => {
  const poll = await create({ templateId: 7 });
  const { id, createdAt, options } = poll;
  assert.deepEqual(poll, {
    ...{ id, channelId, question: 'Which is a fruit?', isVoted: false, withAnswer: true },
    ...{ isOpenEnded: false, isSingleChoice: false, areResultsHidden: false, position: 1 },
    ...{ status: 'new', votes: 0, moderatorVotes: 0, templateId: '7', createdAt, stoppedAt: null },
    options: [
      { id: options[0]?.id, option: 'Pear', valid: true, votesCount: 0, isVoted: false },
      { id: options[1]?.id, option: 'Potato', valid: false, votesCount: 0, isVoted: false },
      { id: options[2]?.id, option: 'Plum', valid: true, votesCount: 0, isVoted: false },
    ],
  });
  assert.deepEqual(await moderator.api.getPoll({ pollId: id }), poll);
  assert.deepEqual(await moderator.api.listPolls({ query: { channelId } }), [poll]);
  assert.deepEqual(await ann.api.listPolls({ query: { channelId } }), []);
  await refused(ann.api.getPoll({ pollId: id }), 'not_found');
  await refused(moderator.api.stopPoll({ pollId: id }), 'poll_not_started');
  await refused(vote(moderator, options[0]?.id), 'poll_not_started');
  assert.deepEqual(await changes(), []);
});

test('the right option may be given by position', async () => {
  const { options } = await create({
    options: [{ option: 'Pear' }, { option: 'Potato' }],
    validOptions: [false, true],
  });
  assert.deepEqual(
    options.map(({ valid }) => valid),
    [false, true],
  );
});

test('the start of a poll is published without the right options, and the end with them', async () => {
  const started = await begin();
  assert.equal(started.options[0]?.valid, true);
  assert.deepEqual(await moderator.api.startPoll({ pollId: started.id }), started);
  const seen = await ann.api.getPoll({ pollId: started.id });
  assert.ok(seen.options.every((option) => !('valid' in option)));
  const { channels } = await ann.api.getInitial();
  assert.deepEqual(channels[0]?.polls, [seen]);
  await vote(ann, started.options[0]?.id, started.options[2]?.id);
  const stopped = await moderator.api.stopPoll({ pollId: started.id });
  assert.ok(stopped.stoppedAt);
  const result = await bob.api.getPoll({ pollId: started.id });
  assert.deepEqual([result.status, result.votes, result.isVoted], ['done', 1, false]);
  assert.deepEqual(
    result.options.map(({ valid, votesCount }) => [valid, votesCount]),
    [
      [true, 1],
      [false, 0],
      [true, 1],
    ],
  );
  await refused(moderator.api.stopPoll({ pollId: started.id }), 'poll_stopped');
  await refused(moderator.api.startPoll({ pollId: started.id }), 'poll_stopped');
  await refused(vote(bob, started.options[0]?.id), 'poll_stopped');
  assert.deepEqual((await ann.api.getInitial()).channels[0]?.polls, []);
  const [start, voted, stop, ...more] = await changes();
  assert.deepEqual(more, []);
  assert.doesNotMatch(JSON.stringify(start), /valid|isVoted/);
  assert.doesNotMatch(JSON.stringify(stop), /isVoted/);
  assert.deepEqual([start?.event, start?.payload.id, stop?.event], ['poll-start', started.id, 'poll-stop']);
  const results = (stop?.payload.options ?? []) as { valid: boolean; votesCount: number }[];
  assert.deepEqual(
    results.map(({ valid, votesCount }) => [valid, votesCount]),
    [
      [true, 1],
      [false, 0],
      [true, 1],
    ],
  );
  assert.deepEqual(voted?.payload, {
    channelId,
    pollId: started.id,
    pollOptionsIds: [started.options[0]?.id, started.options[2]?.id],
  });
});

test('votes of moderators are counted apart, also where results are hidden, and their events say so', async () => {
  const rolesOf = async (): Promise<unknown[]> =>
    (await changes()).slice(-2).map(({ payload }) => payload.byModerator);
  for (const areResultsHidden of [false, true]) {
    const { id: pollId, options } = await begin({ areResultsHidden });
    await vote(moderator, options[0]?.id);
    const voted = await vote(ann, options[0]?.id);
    assert.equal(voted[0]?.votesCount, areResultsHidden ? 0 : 2);
    const { votes, moderatorVotes } = await ann.api.getPoll({ pollId });
    assert.deepEqual([votes, moderatorVotes], [2, 1]);
    assert.deepEqual(await rolesOf(), [true, undefined]);
    const open = await begin({ ...openQuestion, areResultsHidden });
    for (const { api } of [ann, moderator]) await api.votePoll({ body: { poll_id: open.id, answer: 'So' } });
    assert.equal((await bob.api.getPoll({ pollId: open.id })).moderatorVotes, 1);
    assert.deepEqual(await rolesOf(), [undefined, true]);
  }
});

test('a vote counts once per person, however often it is sent', async () => {
  const { id: pollId, options } = await begin();
  const [pear, potato] = options.map(({ id }) => id);
  const answered = await vote(ann, Number(pear), pear);
  assert.deepEqual(
    answered.map(({ votesCount, isVoted, valid }) => [votesCount, isVoted, valid]),
    [
      [1, true, undefined],
      [0, false, undefined],
      [0, false, undefined],
    ],
  );
  await refused(vote(ann, potato), 'already_voted');
  const outcomes = await Promise.allSettled([vote(bob, pear), vote(bob, potato), vote(bob, pear)]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  const poll = await ann.api.getPoll({ pollId });
  assert.deepEqual([poll.votes, poll.isVoted], [2, true]);
  assert.equal((await changes()).length, 3);
});

test('an open poll is answered with a text', async () => {
  const { id: pollId } = await begin(openQuestion);
  const answer = ({ api }: Chatting, words: string) =>
    api.votePoll({ body: { poll_id: Number(pollId), answer: words } });
  assert.deepEqual(await answer(ann, '  Because. '), []);
  await refused(answer(ann, 'No'), 'already_voted');
  await moderator.api.updateChannelSettings({
    channelId,
    body: { linksAllowed: false, isChatAllowed: false },
  });
  await refused(answer(bob, 'see https://example.org'), 'links_not_allowed');
  await answer(bob, 'Who knows');
  const { answers, votes } = await bob.api.getPoll({ pollId });
  assert.equal(votes, 2);
  assert.deepEqual(
    answers?.map((one) => [one.answer, one.user.displayName]),
    [
      ['Who knows', 'Bob'],
      ['Because.', 'Ann'],
    ],
  );
  const told = (await changes()).filter(({ event }) => event === 'poll-vote-open-ended');
  assert.deepEqual(told[0]?.payload, {
    channelId,
    pollId,
    id: answers?.[1]?.id,
    answer: 'Because.',
    user: { id: ann.userId, username: 'Ann', displayName: 'Ann' },
  });
  await moderator.api.deletePoll({ pollId });
  assert.doesNotMatch(JSON.stringify(await changes()), /Because/);
});

test('a muted person cannot answer with a text, but may vote', async () => {
  const [words, choice] = [await begin(openQuestion), await begin()];
  await moderator.api.muteChatUser({ channelId, body: { userId: ann.userId } });
  await refused(ann.api.votePoll({ body: { poll_id: words.id, answer: 'x' } }), 'muted');
  await vote(ann, choice.options[0]?.id);
});

test('a running poll is stopped before it is deleted', async () => {
  const { id: pollId, options } = await begin();
  await refused(ann.api.deletePoll({ pollId }), 'forbidden');
  await moderator.api.deletePoll({ pollId });
  await refused(moderator.api.deletePoll({ pollId }), 'not_found');
  await refusedFields(vote(ann, options[0]?.id), 'ids');
  assert.deepEqual(
    (await changes()).map(({ event, payload }) => [event, payload.pollId ?? payload.id]),
    [
      ['poll-start', pollId],
      ['poll-stop', pollId],
      ['poll-deleted', pollId],
    ],
  );
});

test('options of two polls, of another channel or unknown ones are refused', async () => {
  const [one, two] = [await begin(), await begin()];
  await refusedFields(vote(ann, one.options[0]?.id, two.options[0]?.id), 'ids');
  await refusedFields(vote(ann, one.options[0]?.id, '999999999999999999'), 'ids');
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  const other = await enterChat(lectern, elsewhere, { role: 'moderator' });
  await refusedFields(vote(other, one.options[0]?.id), 'ids');
  const body = { ids: [one.options[0]?.id ?? ''], poll_id: two.id };
  await refusedFields(ann.api.votePoll({ body }), 'ids');
  await refusedFields(ann.api.votePoll({ body: { poll_id: one.id, answer: 'words' } }), 'answer');
  await refused(other.api.votePoll({ body: { poll_id: one.id, answer: 'words' } }), 'not_found');
  await refusedFields(ann.api.votePoll({ body: {} }), 'answer', 'poll_id');
  await refusedFields(ann.api.votePoll({ body: { poll_id: one.id, answer: '  ' } }), 'answer');
});

test('a refusal lists every fault of a new poll', async () => {
  await refused(create({}, ann), 'forbidden');
  await refusedFields(create({ options: [{ option: 'One', valid: true }] }), 'options');
  await refusedFields(
    create({ options: [{ option: ' ' }], question: ' ' }),
    ...['options.0.option', 'question'],
  );
  await refusedFields(create({ withAnswer: true, options: [{ option: 'One' }] }), 'options', 'withAnswer');
  await refusedFields(create({ isOpenEnded: true }), 'options');
  await refusedFields(create({ ...openQuestion, withAnswer: true }), 'withAnswer');
  await refusedFields(create({ ...openQuestion, isSingleChoice: true }), 'isSingleChoice');
  await refusedFields(create({ validOptions: [true, true, true, true] }), 'validOptions');
  await refusedFields(create({ question: 'x'.repeat(251) }), 'question');
  const options = Array.from({ length: 21 }, (_, index) => ({ option: `No. ${index}`, valid: true }));
  await refusedFields(create({ options }), 'options');
});

test('a single choice takes one option', async () => {
  const { options } = await begin({ isSingleChoice: true });
  const [pear, potato] = options.map(({ id }) => id);
  await refusedFields(vote(ann, pear, potato), 'ids');
  await vote(ann, pear, Number(pear));
  await refused(vote(ann, potato), 'already_voted');
});

/** Everything that a person without rights can read about the polls of the channel. */
async function everythingSeenBy({ api }: Chatting): Promise<string> {
  const seen = [
    await api.listPolls({ query: { channelId } }),
    await api.getInitial(),
    await api.joinChannel({ body: { id: channelId } }),
    await changesOf(api, channelId),
  ];
  return JSON.stringify(seen);
}

test('hidden results: only moderators see votes before the end, whatever others read', async () => {
  const { id: pollId, options } = await begin({ areResultsHidden: true });
  const counts = (poll: { votesCount: number }[]) => poll.map(({ votesCount }) => votesCount);
  const answered = await vote(ann, options[0]?.id);
  assert.deepEqual(counts(answered), [0, 0, 0]);
  assert.deepEqual(
    answered.map(({ isVoted, valid }) => [isVoted, valid]),
    [
      [true, undefined],
      [false, undefined],
      [false, undefined],
    ],
  );
  await vote(bob, options[1]?.id);
  const own = await bob.api.getPoll({ pollId });
  assert.deepEqual([own.votes, own.isVoted, counts(own.options)], [2, true, [0, 0, 0]]);
  const seen = await everythingSeenBy(bob);
  assert.doesNotMatch(seen, /"valid"|"votesCount":[1-9]|"pollOptionsIds":\["/);
  assert.deepEqual(counts((await moderator.api.getPoll({ pollId })).options), [1, 1, 0]);
  assert.deepEqual(counts((await moderator.api.stopPoll({ pollId })).options), [1, 1, 0]);
  const over = await bob.api.getPoll({ pollId });
  assert.deepEqual([counts(over.options), over.options[0]?.valid], [[1, 1, 0], true]);
  const stop = (await changes()).find(({ event }) => event === 'poll-stop');
  assert.deepEqual(counts(stop?.payload.options as { votesCount: number }[]), [1, 1, 0]);
});

test('hidden answers to an open question are read when the poll is over', async () => {
  const { id: pollId } = await begin({ ...openQuestion, areResultsHidden: true });
  await ann.api.votePoll({ body: { poll_id: pollId, answer: 'Because' } });
  assert.deepEqual((await ann.api.getPoll({ pollId })).answers, []);
  assert.doesNotMatch(await everythingSeenBy(bob), /Because/);
  assert.equal((await moderator.api.getPoll({ pollId })).answers?.[0]?.answer, 'Because');
  await moderator.api.stopPoll({ pollId });
  assert.equal((await bob.api.getPoll({ pollId })).answers?.[0]?.answer, 'Because');
});

test('a poll with hidden results that is deleted publishes none', async () => {
  const { id: pollId, options } = await begin({ areResultsHidden: true });
  await vote(ann, options[0]?.id);
  await moderator.api.deletePoll({ pollId });
  assert.doesNotMatch(await everythingSeenBy(bob), /"valid"|"votesCount":[1-9]/);
});
