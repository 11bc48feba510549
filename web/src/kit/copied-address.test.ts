import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedAddress, takeParameter, withoutTail } from './copied-address.ts';

test('a value loses what followed it in a text', () => {
  for (const tail of ['.', ')', '".', '>', '),', '”', ' ', '…']) {
    assert.equal(withoutTail(`aB3_dE9-xY${tail}`), 'aB3_dE9-xY', tail);
  }
  assert.equal(withoutTail('a.b-_'), 'a.b-_');
});

test('an address is found in marks, and in HTML', () => {
  const address = 'https://meet.example.org/room/aB3_dE9-xY?participantName=Anna&accessToken=abc';
  for (const text of [`<${address}>`, `(${address}).`, `"${address}"`, address.replace('&', '&amp;')]) {
    assert.equal(copiedAddress(text), address, text);
  }
});

test('a parameter is taken from the query, also after an escaped ampersand', () => {
  for (const and of ['&', '&amp;']) {
    const search = new URLSearchParams(`participantName=Anna${and}accessToken=abc&a=1`);
    assert.equal(takeParameter(search, 'accessToken'), 'abc', and);
    assert.equal(takeParameter(search, 'accessToken'), undefined);
    assert.equal(search.toString(), 'participantName=Anna&a=1');
  }
});
