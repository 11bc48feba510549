import assert from 'node:assert/strict';

export const near = (value: number | undefined, wanted: number, by = 0.05): void =>
  assert.ok(value !== undefined && Math.abs(value - wanted) <= by, `${value} instead of ${wanted}`);
