import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  expressionOf,
  hasCronForm,
  hourSteps,
  minuteSteps,
  type Repeat,
  repeatOf,
  usualRepeat,
} from './repeat.ts';

const withKind = (kind: Repeat['kind'], changes: Partial<Repeat> = {}): Repeat => ({
  ...usualRepeat,
  kind,
  ...changes,
});

/** The form's choices for every kind, and their expressions. */
const choices: [Repeat, string][] = [
  [withKind('daily', { time: '09:05' }), '5 9 * * *'],
  [withKind('weekly', { time: '19:00', weekdays: [1, 4] }), '0 19 * * MON,THU'],
  [withKind('weekly', { time: '00:30', weekdays: [0, 6] }), '30 0 * * SAT,SUN'],
  [withKind('weekly', { weekdays: [0, 1, 2, 3, 4, 5, 6] }), '0 19 * * MON,TUE,WED,THU,FRI,SAT,SUN'],
  [withKind('monthly', { time: '23:59', monthDay: 31 }), '59 23 31 * *'],
  ...minuteSteps.map((step): [Repeat, string] => [
    withKind('minutes', { everyMinutes: step }),
    `*/${step} * * * *`,
  ]),
  ...hourSteps.map((step): [Repeat, string] => [
    withKind('hours', { everyHours: step, atMinute: 30 }),
    step === 1 ? '30 * * * *' : `30 */${step} * * *`,
  ]),
  [withKind('cron', { expression: '0 9-17/2 1,15 JAN-MAR *' }), '0 9-17/2 1,15 JAN-MAR *'],
];

test('the choices of every kind become an expression and back', () => {
  for (const [repeat, expression] of choices) {
    assert.equal(expressionOf(repeat), expression);
    assert.deepEqual({ ...repeatOf(expression), expression: repeat.expression }, repeat, expression);
  }
});

test('equal expressions in other forms are read as choices', () => {
  assert.deepEqual(
    ['0 19 * * 1,4', '0 19 * * mon,Thu', '00 19 * * 1,4', ' 0  19 * * THU,MON'].map(
      (expression) => repeatOf(expression).weekdays,
    ),
    Array.from({ length: 4 }, () => [1, 4]),
  );
  assert.deepEqual(repeatOf('0 19 * * MON-FRI').weekdays, [1, 2, 3, 4, 5]);
  assert.deepEqual(repeatOf('0 19 * * 5-7').weekdays, [0, 5, 6]);
  assert.equal(repeatOf('05 09 * * *').time, '09:05');
});

test('an expression that the form does not offer keeps its five fields', () => {
  for (const expression of [
    '0 19 1 * MON',
    '0 19 * JAN *',
    '0,30 19 * * *',
    '*/7 * * * *',
    '*/15 9-17 * * *',
    '*/15 * * * MON',
    '0 */5 * * *',
    '0 9,18 * * *',
    '0 19 * * MON/2',
    '0 19 * * */2',
    '0 19 */2 * *',
    '0 19 1,15 * *',
    '0 24 * * *',
    '60 1 * * *',
    '0 19 32 * *',
    '0 19 * * FRI-MON',
    '0 19 * * 8',
    '* * * * *',
    '*/1 * * * *',
  ]) {
    const repeat = repeatOf(expression);
    assert.deepEqual([repeat.kind, expressionOf(repeat)], ['cron', expression]);
  }
});

test('missing choices have no expression', () => {
  assert.equal(expressionOf(withKind('weekly', { weekdays: [] })), undefined);
  assert.equal(expressionOf(withKind('daily', { time: '' })), undefined);
  assert.equal(expressionOf(withKind('cron', { expression: '0 19 * *' })), undefined);
});

test('own fields are checked for their form', () => {
  const good = ['0 19 * * MON', '*/15 9-17/2 1,15 JAN-MAR 0-7', ' 0  0 29 2 * '];
  const bad = ['', '0 19 * *', '0 19 * * * *', '@daily', '0 19 * * MONDAY', '0 19 L * *', '0 19 ? * 1'];
  assert.deepEqual(
    good.map(hasCronForm),
    good.map(() => true),
  );
  assert.deepEqual(
    bad.map(hasCronForm),
    bad.map(() => false),
  );
});
