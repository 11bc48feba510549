import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Poll } from '../../models/polls/api.ts';
import { sharesOf } from './shares.ts';

const pollOf = (votes: number, ...counts: number[]): Poll => ({
  id: '1',
  channelId: '7',
  question: '?',
  isVoted: false,
  withAnswer: false,
  isOpenEnded: false,
  isSingleChoice: false,
  areResultsHidden: false,
  position: 1,
  status: 'in_progress',
  options: counts.map((votesCount, index) => ({ id: `${index}`, option: `${index}`, votesCount })),
  votes,
  moderatorVotes: 0,
  templateId: null,
  createdAt: '',
  stoppedAt: null,
});
const percents = (poll: Poll): number[] => sharesOf(poll).map(({ percent }) => percent);

test('percentages are of the people who voted', () => {
  assert.deepEqual(percents(pollOf(0, 0, 0)), [0, 0]);
  assert.deepEqual(percents(pollOf(3, 2, 1)), [67, 33]);
  assert.deepEqual(percents(pollOf(2, 2, 1, 0)), [100, 50, 0]);
  assert.deepEqual(percents(pollOf(1, 2)), [100]);
});

test('the options with the most votes are highlighted, and none without votes', () => {
  const most = (poll: Poll): boolean[] => sharesOf(poll).map(({ isMost }) => isMost);
  assert.deepEqual(most(pollOf(0, 0, 0)), [false, false]);
  assert.deepEqual(most(pollOf(5, 2, 1, 2)), [true, false, true]);
});
