import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreachable } from '../chat/server.fake.ts';
import { createFakePolls } from './polls.fake.ts';

test('running, finished and prepared polls are there from the beginning, newest first', async () => {
  const { enter, server, questions, polls, clock } = createFakePolls();
  const first = server.running('First', 'yes', 'no');
  server.turn(first, 'done');
  server.running('Second', 'yes', 'no');
  server.make({ question: 'Third' });
  await enter();
  await clock.advance(0);
  assert.deepEqual(questions(), ['Third', 'Second', 'First']);
  assert.equal(polls.state.get().phase, 'ready');
});

test('votes are counted as they arrive, whatever is being read meanwhile', async () => {
  const { enter, server, counts, one, clock } = createFakePolls();
  const poll = server.running('Tea?', 'yes', 'no');
  server.cast(poll, 0);
  const reading = Promise.withResolvers<void>();
  server.beforePoll = (operation) => (operation === 'list' ? reading.promise : undefined);
  await enter();
  server.cast(poll, 0);
  server.cast(poll, 1);
  reading.resolve();
  await clock.advance(0);
  server.cast(poll, 0);
  assert.deepEqual(counts(poll.id), [3, 1]);
  assert.equal(one(poll.id)?.votes, 4);
});

test('votes of moderators are counted apart, whether they arrive or are read', async () => {
  const { enter, server, one, clock } = createFakePolls();
  const shown = (id: string) => [one(id)?.votes, one(id)?.moderatorVotes];
  const poll = server.running('Tea?', 'yes', 'no');
  server.castByModerator(poll, 0);
  await enter();
  server.cast(poll, 0);
  server.castByModerator(poll, 1);
  await clock.advance(0);
  assert.deepEqual(shown(poll.id), [3, 2]);
  const open = server.make({ question: 'Why?', isOpenEnded: true });
  server.turn(open, 'in_progress');
  const user = { id: '9', username: '', displayName: 'Teacher' };
  const answer = { pollId: open.id, id: '901', answer: 'So', user, byModerator: true };
  for (const payload of [answer, { pollId: open.id, byModerator: true }, { pollId: open.id }])
    server.change('poll-vote-open-ended', payload);
  assert.deepEqual(shown(open.id), [3, 2]);
});

test('after a break nothing is counted twice or missed', async () => {
  const { enter, server, link, counts, clock } = createFakePolls();
  await enter();
  const poll = server.running('Tea?', 'yes', 'no');
  server.cast(poll, 0);
  const from = server.seq;
  link.down();
  server.cast(poll, 1);
  server.cast(poll, 1);
  link.up({ from, recovered: true });
  assert.deepEqual(counts(poll.id), [1, 2]);
  link.down();
  server.cast(poll, 0);
  link.up();
  await clock.advance(0);
  assert.deepEqual(counts(poll.id), [2, 2]);
  link.down();
  server.cast(poll, 0);
  link.up({ epoch: 'another' });
  await clock.advance(5_000);
  assert.deepEqual(counts(poll.id), [3, 2]);
});

test('a person votes once, sees the vote, and sees one that was given elsewhere', async () => {
  const { enter, server, polls, one, counts } = createFakePolls();
  await enter();
  const poll = server.running('Tea?', 'yes', 'no');
  const [yes, no] = poll.options;
  assert.equal(await polls.vote(poll.id, [yes?.id ?? '']), undefined);
  assert.deepEqual([one(poll.id)?.isVoted, one(poll.id)?.options[0]?.isVoted], [true, true]);
  assert.deepEqual(counts(poll.id), [1, 0]);
  const other = server.running('Coffee?', 'yes', 'no');
  other.isVoted = true;
  for (const option of other.options) option.isVoted = option.option === 'no';
  assert.equal(await polls.vote(other.id, [other.options[0]?.id ?? '']), 'already_voted');
  assert.deepEqual(
    one(other.id)?.options.map(({ isVoted }) => isVoted),
    [false, true],
  );
  assert.equal(await polls.vote(poll.id, [no?.id ?? '']), 'already_voted');
});

test('a vote that did not reach the server can be given again', async () => {
  const { enter, server, polls, one } = createFakePolls();
  await enter();
  const poll = server.running('Tea?', 'yes', 'no');
  server.beforePoll = () => {
    throw unreachable();
  };
  assert.equal(await polls.vote(poll.id, [poll.options[0]?.id ?? '']), 'unreachable');
  assert.equal(one(poll.id)?.isVoted, false);
  server.beforePoll = () => undefined;
  assert.equal(await polls.vote(poll.id, [poll.options[0]?.id ?? '']), undefined);
  assert.equal(one(poll.id)?.isVoted, true);
});

test('open questions collect answers, each once, newest first', async () => {
  const { enter, server, polls, one } = createFakePolls();
  await enter();
  const poll = server.make({ question: 'Why?', isOpenEnded: true });
  server.turn(poll, 'in_progress');
  server.reply(poll, '200', 'because');
  assert.equal(await polls.answer(poll.id, '  it is so '), undefined);
  assert.deepEqual(
    one(poll.id)?.answers?.map(({ answer }) => answer),
    ['it is so', 'because'],
  );
  assert.deepEqual([one(poll.id)?.votes, one(poll.id)?.isVoted], [2, true]);
});

test('the end of a poll tells the right answers, and does not remove those that were known', async () => {
  const { enter, server, polls, one } = createFakePolls();
  await enter();
  const options = [
    { option: '4', valid: true },
    { option: '5', valid: false },
  ];
  assert.equal(await polls.create({ question: '2 + 2?', withAnswer: true, options }), undefined);
  const poll = server.polls[0];
  assert.ok(poll);
  assert.equal(await polls.start(poll.id), undefined);
  // The change did not contain it; the moderator still knows.
  assert.deepEqual(
    one(poll.id)?.options.map(({ valid }) => valid),
    [true, false],
  );
  server.cast(poll, 1);
  assert.equal(await polls.stop(poll.id), undefined);
  assert.equal(one(poll.id)?.status, 'done');
  assert.equal(one(poll.id)?.votes, 1);
  assert.equal(await polls.stop(poll.id), 'poll_stopped');
});

test('a late response to a start removes no votes', async () => {
  const { enter, server, polls, counts, clock } = createFakePolls();
  await enter();
  await polls.create({ question: 'Tea?', options: [{ option: 'yes' }, { option: 'no' }] });
  const poll = server.polls[0];
  assert.ok(poll);
  const { start } = server.pollApi;
  const slow = Promise.withResolvers<void>();
  server.pollApi.start = async (id) => {
    const answer = await start(id);
    await slow.promise;
    return answer;
  };
  const starting = polls.start(poll.id);
  await clock.advance(0);
  server.cast(poll, 0);
  slow.resolve();
  await starting;
  assert.deepEqual(counts(poll.id), [1, 0]);
});

test('a started poll is reported to others, and counts as waiting until it is seen or voted in', async () => {
  const { enter, server, polls, open, clock } = createFakePolls();
  await enter();
  const news: string[] = [];
  polls.onStarted(({ question }) => news.push(question));
  const poll = server.running('Tea?', 'yes', 'no');
  const other = server.running('Coffee?', 'yes', 'no');
  await clock.advance(0);
  assert.deepEqual(news, ['Tea?', 'Coffee?']);
  assert.equal(polls.waiting.get(), 2);
  await polls.vote(other.id, [other.options[0]?.id ?? '']);
  assert.equal(polls.waiting.get(), 1);
  const lookAway = polls.watch();
  assert.equal(polls.waiting.get(), 0);
  const third = server.running('Water?', 'yes', 'no');
  assert.equal(polls.waiting.get(), 0);
  lookAway();
  server.running('Milk?', 'yes', 'no');
  assert.equal(polls.waiting.get(), 1);
  server.turn(third, 'done');
  const reloaded = open();
  await clock.advance(0);
  assert.equal(reloaded.waiting.get(), 1);
  server.turn(poll, 'done');
  assert.equal(polls.waiting.get(), 1);
});

test('the own start is not reported, nor is a poll that is over by then', async () => {
  const { enter, server, polls, link, clock } = createFakePolls();
  await enter();
  const news: string[] = [];
  polls.onStarted(({ question }) => news.push(question));
  await polls.create({ question: 'Mine', options: [{ option: 'a' }, { option: 'b' }] }, true);
  assert.equal(server.polls[0]?.status, 'in_progress');
  const from = server.seq;
  link.down();
  server.turn(server.running('Over', 'a', 'b'), 'done');
  link.up({ from });
  await clock.advance(0);
  assert.deepEqual(news, []);
  assert.equal(polls.waiting.get(), 0);
});

test('a deleted poll disappears everywhere, and an older response does not restore it', async () => {
  const { enter, server, polls, questions, clock } = createFakePolls();
  const poll = server.running('Tea?', 'yes', 'no');
  await enter();
  await clock.advance(0);
  const reading = Promise.withResolvers<void>();
  server.beforePoll = (operation) => (operation === 'list' ? reading.promise : undefined);
  void polls.refresh();
  server.drop(poll);
  reading.resolve();
  await clock.advance(0);
  assert.deepEqual(questions(), []);
});

test('a poll that was deleted during a long absence is gone', async () => {
  const { enter, server, link, questions, clock } = createFakePolls();
  const poll = server.running('Tea?', 'yes', 'no');
  server.turn(poll, 'done');
  await enter();
  await clock.advance(0);
  link.down();
  server.polls = [];
  link.up({ epoch: 'another' });
  await clock.advance(5_000);
  assert.deepEqual(questions(), []);
});

test('a failed list is reported and read on request; running polls are there all the same', async () => {
  const { enter, server, polls, questions, clock } = createFakePolls();
  server.turn(server.running('Over', 'a', 'b'), 'done');
  server.running('Tea?', 'yes', 'no');
  server.beforePoll = () => {
    throw unreachable();
  };
  await enter();
  await clock.advance(0);
  assert.deepEqual([polls.state.get().phase, questions()], ['failed', ['Tea?']]);
  server.beforePoll = () => undefined;
  await polls.refresh();
  assert.deepEqual([polls.state.get().phase, questions()], ['ready', ['Tea?', 'Over']]);
});

test('invalid changes are ignored', async () => {
  const { enter, server, counts, questions } = createFakePolls();
  await enter();
  const poll = server.running('Tea?', 'yes', 'no');
  server.change('poll-start', { id: 5, question: 'x' });
  server.change('poll-vote', { pollId: poll.id, pollOptionsIds: 'all' });
  server.change('poll-vote', { pollId: '1' });
  server.change('poll-vote-open-ended', { pollId: poll.id, answer: 'x' });
  server.change('poll-deleted', {});
  assert.deepEqual([questions(), counts(poll.id)], [['Tea?'], [0, 0]]);
});

test('a moderator reads hidden results after votes, once for many; others only count voters', async () => {
  for (const role of ['moderator', 'user'] as const) {
    const { enter, server, polls, counts, one, clock } = createFakePolls();
    server.role = role;
    const poll = server.make({
      question: 'Tea?',
      areResultsHidden: true,
      options: [{ option: 'yes' }, { option: 'no' }],
    });
    server.turn(poll, 'in_progress');
    await enter();
    await clock.advance(0);
    server.asked.length = 0;
    for (let vote = 0; vote < 3; vote += 1) server.castHidden(poll, vote % 2);
    await clock.advance(2_000);
    const isModerator = role === 'moderator';
    assert.deepEqual(server.asked, isModerator ? ['get'] : []);
    assert.deepEqual([one(poll.id)?.votes, counts(poll.id)], [3, isModerator ? [2, 1] : [0, 0]]);
    server.turn(poll, 'done');
    assert.deepEqual(counts(poll.id), [2, 1]);
    polls.end();
  }
});

test('a moderator sees what another one prepared, read once for many changes; others read nothing', async () => {
  for (const role of ['moderator', 'user'] as const) {
    const { enter, server, polls, questions, clock, socket } = createFakePolls();
    server.role = role;
    await enter();
    await clock.advance(0);
    server.asked.length = 0;
    server.make({ question: 'Tea?' });
    for (const channelId of [server.channelId, server.channelId, 'another']) {
      socket.publish('user:1', { event: 'prepared-polls', payload: { channelId } });
    }
    await clock.advance(2_000);
    const isModerator = role === 'moderator';
    assert.deepEqual(server.asked, isModerator ? ['list'] : []);
    assert.deepEqual(questions(), isModerator ? ['Tea?'] : []);
    polls.end();
  }
});

test('answers to an open question stay after its end; hidden ones are read then', async () => {
  const { enter, server, one, clock } = createFakePolls();
  const answers = (id: string) => one(id)?.answers?.map(({ answer }) => answer);
  await enter();
  const shown = server.make({ question: 'Why?', isOpenEnded: true });
  server.turn(shown, 'in_progress');
  server.reply(shown, '2', 'Because');
  server.turn(shown, 'done');
  assert.deepEqual(answers(shown.id), ['Because']);
  const hidden = server.make({ question: 'How?', isOpenEnded: true, areResultsHidden: true });
  server.turn(hidden, 'in_progress');
  hidden.answers?.push({ id: '1', answer: 'So', user: { id: '2', username: '', displayName: 'Boris' } });
  server.change('poll-vote-open-ended', { pollId: hidden.id });
  assert.equal(answers(hidden.id)?.length ?? 0, 0);
  server.turn(hidden, 'done');
  await clock.advance(0);
  assert.deepEqual(answers(hidden.id), ['So']);
});

test('a poll is asked again with the same content and no votes', async () => {
  const { enter, server, polls } = createFakePolls();
  await enter();
  const options = [{ option: '2', valid: true }, { option: '4' }];
  const poll = server.make({ question: 'Prime?', withAnswer: true, isSingleChoice: true, options });
  server.turn(poll, 'in_progress');
  server.cast(poll, 0);
  server.turn(poll, 'done');
  assert.equal(await polls.askAgain(poll), undefined);
  const copy = server.polls.at(-1);
  assert.notEqual(copy?.id, poll.id);
  assert.deepEqual(
    [
      copy?.status,
      copy?.votes,
      copy?.isSingleChoice,
      copy?.options.map(({ option, valid }) => [option, valid]),
    ],
    [
      'in_progress',
      0,
      true,
      [
        ['2', true],
        ['4', false],
      ],
    ],
  );
});
