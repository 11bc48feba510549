import assert from 'node:assert/strict';

/** Holds an answer against the one on the page: the same names and kinds of values; null and an empty list are of any. */
export function assertLike(actual: unknown, shown: unknown, where: string): void {
  if (actual === null || shown === null) return;
  assert.equal(typeof actual, typeof shown, where);
  if (Array.isArray(actual) && Array.isArray(shown)) {
    if (actual.length > 0 && shown.length > 0) assertLike(actual[0], shown[0], `${where}[0]`);
    return;
  }
  if (typeof actual !== 'object' || typeof shown !== 'object') return;
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(shown).sort(), where);
  for (const [key, value] of Object.entries(actual)) {
    assertLike(value, (shown as Record<string, unknown>)[key], `${where}.${key}`);
  }
}
