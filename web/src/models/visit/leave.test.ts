import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectAddressAfter } from './leave.ts';

test('who left, was put out or saw the end goes where the room sends people', () => {
  for (const reason of ['left', 'ended', 'removed'] as const) {
    assert.equal(
      redirectAddressAfter(reason, 'https://lms.example.org/done'),
      'https://lms.example.org/done',
    );
  }
});

test('who lost the connection or went to another tab stays', () => {
  assert.equal(redirectAddressAfter('failed', 'https://lms.example.org/done'), undefined);
  assert.equal(redirectAddressAfter('duplicate', 'https://lms.example.org/done'), undefined);
});

test('only a web address is followed', () => {
  for (const address of ['javascript:alert(1)', '/relative', '', null, undefined]) {
    assert.equal(redirectAddressAfter('left', address), undefined);
  }
});
