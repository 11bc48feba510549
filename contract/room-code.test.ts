import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, shownCode } from './room-code.ts';

test('a code is found however a person typed it', () => {
  for (const typed of ['kdm4tz9wx', 'KDM-4TZ-9WX', ' kdm 4tz 9wx ', 'kdm–4tz—9wx', 'КDМ-4ТZ-9WХ']) {
    assert.equal(codeIn(typed), 'kdm4tz9wx', typed);
  }
  assert.equal(codeIn(shownCode('kdm4tz9wx')), 'kdm4tz9wx');
  assert.equal(shownCode('kdm4tz9wx'), 'kdm-4tz-9wx');
});

test('other text is no code', () => {
  const others = [
    '',
    'kdm4tz9w',
    'kdm4tz9wxx',
    'kdm4tz9w0',
    'kdm4tz9wo',
    'aB3_dE9-xY',
    'https://a.b/room/x',
    'kdm_4tz_9wx',
  ];
  for (const typed of others) assert.equal(codeIn(typed), undefined, typed);
});
