import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MainSpeaker, type SpeakingNow } from './main-speaker.ts';

const speaking = (participantId: string, since: number, t: number): SpeakingNow => ({
  participantId,
  since,
  lastLoud: t,
});
const silent = (participantId: string, lastLoud = Number.NEGATIVE_INFINITY): SpeakingNow => ({
  participantId,
  since: undefined,
  lastLoud,
});

test('the first person who speaks becomes large at once', () => {
  const main = new MainSpeaker();
  assert.equal(main.update([silent('a'), silent('b')], 0), undefined);
  assert.equal(main.update([silent('a'), speaking('b', 0.9, 1)], 1), 'b');
});

test('a person who speaks, or pauses briefly, stays large', () => {
  const main = new MainSpeaker();
  main.update([speaking('a', 0, 1)], 1);
  assert.equal(main.update([speaking('a', 0, 9), speaking('b', 2, 9)], 9), 'a');
  assert.equal(main.update([silent('a', 9), speaking('b', 2, 10)], 10), 'a');
});

test('a one-word answer changes nothing, a longer one does', () => {
  const main = new MainSpeaker();
  main.update([speaking('a', 0, 1)], 1);
  assert.equal(main.update([silent('a', 1), speaking('b', 3, 3.4)], 3.4), 'a');
  assert.equal(main.update([silent('a', 1), speaking('b', 3, 3.9)], 3.9), 'b');
  assert.equal(main.update([silent('a', 1), silent('b', 4)], 60), 'b', 'the previous speaker stays large');
});

test('a person who left is no longer large', () => {
  const main = new MainSpeaker();
  main.update([speaking('a', 0, 1)], 1);
  main.keepOnly(new Set(['b']));
  assert.equal(main.participantId, undefined);
  assert.equal(main.update([speaking('b', 1.9, 2)], 2), 'b');
});
