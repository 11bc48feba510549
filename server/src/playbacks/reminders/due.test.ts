import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindsAhead, reminderKinds } from '../../../../contract/reminders.ts';
import { pairMoves } from '../events/moves.ts';
import { type DueReminder, nextDueAt, stepOf } from './due.ts';

const startDate = new Date('2026-11-24T18:00:00Z');
const endDate = new Date('2026-11-24T19:00:00Z');
const session = { startDate, endDate, isCancelled: false };
/** So many minutes after the start of the session. */
const minute = (count: number, from = startDate): Date => new Date(from.getTime() + count * 60_000);
const day = 24 * 60;

const reminder = (more: Partial<DueReminder> = {}): DueReminder => ({
  kinds: [...reminderKinds],
  startDate,
  sequence: 0,
  dueAt: minute(-day),
  ...more,
});

test('each email is due at its time, once, and the next one after it', () => {
  let dueAt: Date | null = nextDueAt(reminderKinds, startDate, minute(-3 * day));
  const sent: unknown[] = [];
  while (dueAt) {
    const step = stepOf(reminder({ dueAt }), session, minute(0.01, dueAt));
    sent.push([step.email, dueAt.toISOString()]);
    dueAt = step.dueAt;
  }
  assert.deepEqual(sent, [
    ['dayBefore', '2026-11-23T18:00:00.000Z'],
    ['hourBefore', '2026-11-24T17:00:00.000Z'],
    ['start', '2026-11-24T18:00:00.000Z'],
  ]);
});

test('a request shortly before the start has only the emails that lie ahead', () => {
  const ahead = (at: Date) => kindsAhead(startDate.getTime(), at.getTime());
  assert.deepEqual(ahead(minute(-day)), ['hourBefore', 'start']);
  assert.deepEqual(ahead(minute(-day - 1)), [...reminderKinds]);
  assert.deepEqual(ahead(minute(-60)), ['start']);
  assert.deepEqual(ahead(startDate), []);
  assert.equal(nextDueAt(['dayBefore'], startDate, minute(-30)), null);
});

test('only wanted emails are due', () => {
  const kinds = ['hourBefore' as const];
  assert.deepEqual(nextDueAt(kinds, startDate, minute(-3 * day)), minute(-60));
  const step = stepOf(reminder({ kinds, dueAt: minute(-60) }), session, minute(-59));
  assert.equal(step.email, 'hourBefore');
  assert.equal(step.dueAt, null);
});

test('after an outage the latest email goes out, if it does not only surprise', () => {
  const emailAt = (minutes: number, dueAt = minute(-day)) => {
    const { email, dueAt: next } = stepOf(reminder({ dueAt }), session, minute(minutes));
    return [email, next && (next.getTime() - startDate.getTime()) / 60_000];
  };
  assert.deepEqual(emailAt(-61), ['dayBefore', -60]);
  // The times of two have come: the earlier one is left out.
  assert.deepEqual(emailAt(-60), ['hourBefore', 0]);
  assert.deepEqual(emailAt(-1), ['hourBefore', 0]);
  assert.deepEqual(emailAt(0), ['start', null]);
  assert.deepEqual(emailAt(59), ['start', null]);
  assert.deepEqual(emailAt(60), [undefined, null]);
  const onlyDay = reminder({ kinds: ['dayBefore'] });
  assert.equal(stepOf(onlyDay, session, minute(-60)).email, undefined);
  assert.equal(stepOf(onlyDay, session, minute(-61)).email, 'dayBefore');
});

test('a start whose end is not known is announced for an hour', () => {
  const open = { ...session, endDate: null };
  const due = reminder({ dueAt: startDate });
  assert.equal(stepOf(due, open, minute(59)).email, 'start');
  assert.equal(stepOf(due, open, minute(60)).email, undefined);
});

test('a moved session is announced, and its reminders move with it', () => {
  const moved = { ...session, startDate: minute(7 * day), endDate: minute(7 * day + 60) };
  // Even if all emails for the old start were sent.
  const step = stepOf(reminder({ dueAt: minute(-10) }), moved, minute(-10));
  assert.deepEqual(step, {
    email: 'moved',
    startDate: moved.startDate,
    sequence: 1,
    dueAt: minute(6 * day),
  });
  const next = stepOf(reminder({ ...step, dueAt: minute(6 * day) }), moved, minute(6 * day));
  assert.equal(next.email, 'dayBefore');
  const soon = { ...session, startDate: minute(-day + 30), endDate };
  assert.deepEqual(stepOf(reminder(), soon, minute(-day)).dueAt, soon.startDate);
});

test('a session that was moved to the past and runs is announced as starting, one that is over is not', () => {
  const at = minute(-120);
  const running = { startDate: minute(-130), endDate: minute(-70), isCancelled: false };
  assert.equal(stepOf(reminder({ dueAt: at }), running, at).email, 'start');
  const over = { startDate: minute(-190), endDate: minute(-130), isCancelled: false };
  assert.deepEqual(stepOf(reminder({ dueAt: at }), over, at).email, undefined);
});

test('a session that is gone or cancelled before its start is announced as cancelled, once', () => {
  for (const gone of [undefined, { ...session, isCancelled: true }]) {
    const step = stepOf(reminder({ dueAt: minute(-30) }), gone, minute(-30));
    assert.deepEqual(step, { email: 'cancelled', startDate, sequence: 1, dueAt: null });
    assert.equal(stepOf(reminder({ dueAt: minute(1) }), gone, minute(1)).email, undefined);
  }
});

test('sessions move to the nearest new start, of a recurring event at most 12 hours away', () => {
  const gone = [
    { id: 'one', startDate: minute(0) },
    { id: 'two', startDate: minute(day) },
  ];
  const free = [minute(day + 60), minute(60), minute(2 * day)];
  assert.deepEqual(pairMoves(gone, free, { isRecurring: true }), [
    { id: 'one', startDate: minute(60) },
    { id: 'two', startDate: minute(day + 60) },
  ]);
  assert.deepEqual(pairMoves(gone, [minute(-13 * 60)], { isRecurring: true }), []);
  assert.deepEqual(pairMoves(gone.slice(0, 1), [minute(90 * day)], { isRecurring: false }), [
    { id: 'one', startDate: minute(90 * day) },
  ]);
  assert.deepEqual(pairMoves(gone, [], { isRecurring: false }), []);
});
