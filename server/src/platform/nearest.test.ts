import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestOf } from './nearest.ts';

test('the nearest name has few other letters, or more words', () => {
  const known = ['RETENTION_DAYS', 'TRUSTED_PROXIES', 'OWNER_PASSWORD', 'SPEECH_KEY', 'LLM_KEY', 'URL'];
  const cases: [string, string | undefined][] = [
    ['RETENTION', 'RETENTION_DAYS'],
    ['RETENTON_DAYS', 'RETENTION_DAYS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PASSWORD', 'OWNER_PASSWORD'],
    ['SPEECH', 'SPEECH_KEY'],
    ['KEY', undefined],
    ['COLOUR', undefined],
    ['', undefined],
    ['U'.repeat(100_000), undefined],
  ];
  for (const [typed, nearest] of cases) assert.equal(nearestOf(typed, known), nearest, typed.slice(0, 20));
  assert.equal(nearestOf('list users', ['users list', 'spaces list']), 'users list');
});
