import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoAt } from './api.fake.ts';
import type { ViewingAnswer } from './types.ts';
import { type Caption, ViewerCaptions } from './viewer-captions.ts';

const cue = (start: number, text = `said at ${start}`): Caption => ({ start, end: start + 2, text });
const answer = (from: number, ...cues: Caption[]): ViewingAnswer => ({
  ...{ serverTime: isoAt(0), state: 'running', endDate: null, playlistUrl: '/p', viewers: 1, items: [] },
  ...{ hasCaptions: true, captions: { from, until: from + 22, cues } },
});

function stage() {
  let ahead: number | undefined = -100;
  const captions = new ViewerCaptions((position) => (ahead === undefined ? undefined : position + ahead));
  captions.setOn(true);
  const starts = () => captions.state.get().cues.map(({ start }) => start);
  return { captions, starts, load: (value: number | undefined) => (ahead = value) };
}

test('captions get the times of the video element, also if those are known later', () => {
  const { captions, starts, load } = stage();
  load(undefined);
  captions.take(answer(100, cue(101), cue(103)));
  assert.deepEqual(starts(), []);
  load(-100);
  captions.look();
  assert.deepEqual(starts(), [1, 3]);
});

test('a response replaces the captions of its part: those were corrected, or a person was erased', () => {
  const { captions, starts } = stage();
  captions.take(answer(100, cue(98.5), cue(101), cue(103)));
  captions.take(answer(102, cue(105)));
  assert.deepEqual(starts(), [-1.5, 5]);
  captions.take(answer(200, cue(201)));
  assert.deepEqual(starts(), [101]);
});

test('unchanged captions are the same array, so that nothing is drawn anew', () => {
  const { captions } = stage();
  captions.take(answer(100, cue(103)));
  const before = captions.state.get();
  captions.take(answer(101, cue(103)));
  assert.equal(captions.state.get(), before);
});

test('captions of a position are requested once after a jump, and only while they are shown', () => {
  const { captions } = stage();
  assert.equal(captions.mustAsk(300), false);
  captions.take(answer(100, cue(103)));
  assert.equal(captions.mustAsk(110), false);
  assert.equal(captions.mustAsk(300), true);
  assert.equal(captions.mustAsk(301), false);
  captions.take(answer(290, cue(303)));
  assert.equal(captions.mustAsk(301), false);
  captions.setOn(false);
  assert.equal(captions.mustAsk(10), false);
});

test('without captions any more, or switched off, none are shown', () => {
  const { captions, starts } = stage();
  captions.take(answer(100, cue(103)));
  captions.setOn(false);
  assert.deepEqual([starts(), captions.state.get().areAvailable], [[], true]);
  captions.take(answer(100, cue(103)));
  assert.deepEqual(starts(), []);
  captions.setOn(true);
  captions.take({ ...answer(100), captions: undefined, hasCaptions: false } as never);
  assert.deepEqual([starts(), captions.state.get().areAvailable], [[], false]);
});
