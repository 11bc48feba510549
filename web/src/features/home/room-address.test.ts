import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomAddress } from './room-address.ts';

const origin = 'https://meet.example.org';

test('a code leads to its room', () => {
  assert.equal(roomAddress(' aB3_dE9-xY ', origin), '/room/aB3_dE9-xY');
  for (const typed of ['kdm-4tz-9wx', ' KDM 4TZ 9WX', 'kdm4tz9wx', `${origin}/room/kdm4tz9wx`]) {
    assert.equal(roomAddress(typed, origin), '/room/kdm4tz9wx', typed);
  }
});

test('an alias that reads as a code with a hyphen stays an alias', () => {
  assert.equal(roomAddress('bm9rx-rxj4', origin), '/room/bm9rx-rxj4');
});

test('a link of this server leads to its room with all its parameters', () => {
  const link = `${origin}/room/aB3_dE9-xY?participantName=Anna&accessToken=abc`;
  assert.equal(roomAddress(link, origin), '/room/aB3_dE9-xY?participantName=Anna&accessToken=abc');
  assert.equal(roomAddress('meet.example.org/room/aB3_dE9-xY', origin), '/room/aB3_dE9-xY');
  assert.equal(roomAddress('/room/aB3_dE9-xY', origin), '/room/aB3_dE9-xY');
});

test('what stood around a link in a text is not a part of it', () => {
  const link = `${origin}/room/aB3_dE9-xY?participantName=Anna&accessToken=abc`;
  const expected = '/room/aB3_dE9-xY?participantName=Anna&accessToken=abc';
  for (const text of [`<${link}>.`, `${link})`, `"${link}"`, link.replace('&', '&amp;')]) {
    assert.equal(roomAddress(text, origin), expected, text);
  }
  assert.equal(roomAddress('(kdm-4tz-9wx).', origin), '/room/kdm4tz9wx');
});

test('a link of another server leads to that server', () => {
  assert.equal(
    roomAddress('https://other.example.org/room/aB3_dE9-xY', origin),
    'https://other.example.org/room/aB3_dE9-xY',
  );
});

test('other text leads nowhere', () => {
  for (const text of [
    '',
    'hello',
    'aB3_dE9-xY1',
    'javascript:alert(1)',
    `${origin}/docs`,
    `${origin}/room/x`,
  ]) {
    assert.equal(roomAddress(text, origin), undefined, text);
  }
});
