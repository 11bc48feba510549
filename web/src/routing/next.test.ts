import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeNext, withNext } from './next.ts';

test('a path of our own is accepted', () => {
  for (const path of [
    '/groups',
    '/groups/0197f3a2b1e74c5d6f80a1b2/rooms?search=a%20b',
    '/account#top',
    '/',
  ]) {
    assert.equal(safeNext(path), path);
  }
});

test('no link leads to another site', () => {
  const away = [
    null,
    undefined,
    '',
    'groups',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/groups/../..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
    '/\u0000/evil.example',
  ];
  for (const wanted of away) {
    const next = safeNext(wanted);
    if (next === undefined) continue;
    // A browser resolves an accepted path from our own page: it has to stay there.
    assert.equal(
      new URL(next, 'https://school.example/sign-in').origin,
      'https://school.example',
      String(wanted),
    );
    assert.doesNotMatch(next, /^\/[/\\]/);
  }
  for (const wanted of ['//evil.example', '/\\evil.example', '/\t/evil.example', '/.//evil.example']) {
    assert.equal(safeNext(wanted), undefined, wanted);
  }
});

test('the next path is kept in the address', () => {
  assert.equal(withNext('/sign-in', '/groups/1?a=b&c=d'), '/sign-in?next=%2Fgroups%2F1%3Fa%3Db%26c%3Dd');
  assert.equal(withNext('/sign-in', undefined), '/sign-in');
});
