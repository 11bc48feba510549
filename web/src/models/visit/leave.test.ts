import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectAddressAfter } from './leave.ts';

test("a person who left, was removed or saw the end is sent to the room's exit address", () => {
  for (const reason of ['left', 'ended', 'removed'] as const) {
    assert.equal(
      redirectAddressAfter(reason, 'https://lms.example.org/done'),
      'https://lms.example.org/done',
    );
  }
});

test('a person who lost the connection or joined in another tab stays', () => {
  assert.equal(redirectAddressAfter('failed', 'https://lms.example.org/done'), undefined);
  assert.equal(redirectAddressAfter('duplicate', 'https://lms.example.org/done'), undefined);
});

test('only web addresses are followed', () => {
  for (const address of ['javascript:alert(1)', '/relative', '', null, undefined]) {
    assert.equal(redirectAddressAfter('left', address), undefined);
  }
});
