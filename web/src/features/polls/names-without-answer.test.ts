import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesWithoutAnswer } from './names-without-answer.ts';

const participants = [
  { id: 'a', name: 'Anna' },
  { id: 'b', name: 'Boris' },
  { id: 'c', name: 'Boris' },
];

test('a participant has answered by their own id or, with another link, by their name', () => {
  const answers = [
    { participantId: 'a', name: 'Anna' },
    { participantId: 'the first link', name: ' Boris' },
  ];
  assert.deepEqual(namesWithoutAnswer(participants, answers), ['Boris']);
});

test('the answer of one of two people with one name leaves the other', () => {
  assert.deepEqual(namesWithoutAnswer(participants, [{ participantId: 'c', name: 'Boris' }]), [
    'Anna',
    'Boris',
  ]);
});
