import assert from 'node:assert/strict';

/** Checks that a response has the names and types of the one shown; null and [] match any type. */
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
