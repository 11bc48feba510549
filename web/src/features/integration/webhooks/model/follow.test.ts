import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeDeliveries, paceOf } from './follow.ts';
import type { Delivery } from './types.ts';

const delivery = (id: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  eventId: id,
  eventName: 'call_started',
  roomId: 'room',
  status: 'delivered',
  isTest: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  nextAttemptAt: null,
  attempts: [],
  ...more,
});
const rows = (ids: string): Delivery[] => [...ids].map((id) => delivery(id));
const ids = (items: readonly Delivery[]): string => items.map(({ id }) => id).join('');

test('new rows are shown at once if the reader is in no row', () => {
  const { items, fresh } = mergeDeliveries(rows('cba'), { items: rows('edc'), total: 5 }, true);
  assert.deepEqual([ids(items), fresh], ['edc', 0]);
});

test('nothing moves while the reader is in a row: new rows are counted, and the end stays', () => {
  const next = [delivery('e'), delivery('d'), delivery('c', { status: 'failed' })];
  const { items, fresh } = mergeDeliveries(rows('cba'), { items: next, total: 5 }, false);
  assert.deepEqual([ids(items), fresh], ['cba', 2]);
  assert.equal(items[0]?.status, 'failed');
});

test('deleted rows disappear, and an entirely new list is shown whole', () => {
  assert.equal(ids(mergeDeliveries(rows('cba'), { items: rows('dcb'), total: 3 }, false).items), 'cb');
  assert.deepEqual(mergeDeliveries(rows('cba'), { items: rows('zyx'), total: 9 }, false).fresh, 0);
  assert.equal(ids(mergeDeliveries(rows('cba'), { items: rows('zyx'), total: 9 }, false).items), 'zyx');
  assert.equal(ids(mergeDeliveries([], { items: rows('a'), total: 1 }, false).items), 'a');
});

test('a list is refreshed often while a delivery is pending, and rarely otherwise', () => {
  const now = Date.parse('2026-11-21T10:00:00.000Z');
  const waits = (seconds: number): Delivery =>
    delivery('w', { status: 'pending', nextAttemptAt: new Date(now + seconds * 1000).toISOString() });
  assert.equal(paceOf(rows('ab'), now, 1_000), 10_000);
  assert.equal(paceOf([waits(-3)], now, 1_000), 1_000);
  assert.equal(paceOf([waits(60), waits(1)], now, 2_000), 2_000);
  assert.equal(paceOf([waits(8)], now, 1_000), 8_300);
  assert.equal(paceOf([waits(60)], now, 1_000), 10_000);
  assert.equal(
    paceOf(
      Array.from({ length: 201 }, () => waits(0)),
      now,
      1_000,
    ),
    10_000,
  );
});
