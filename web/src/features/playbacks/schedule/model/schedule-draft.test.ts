import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  draftFieldOf,
  draftOf,
  faultsOfDraft,
  newDraft,
  type ScheduleDraft,
  type ScheduleFields,
  scheduleOf,
} from './schedule-draft.ts';

const now = new Date('2026-03-18T12:00:00Z');
const empty = newDraft('Europe/Berlin', now);
const draftWith = (changes: Partial<ScheduleDraft>): ScheduleDraft => ({ ...empty, ...changes });

type Read = Parameters<typeof draftOf>[0];

/** The event that the server makes of these fields, in UTC. */
const eventOf = ({ recurrence = null, timezone = '', ...given }: ScheduleFields): Read => {
  const { localStartDate = null, localEndDate = null } = given;
  const full = (local: string | null) => local && `${local}:00`.slice(0, 19);
  const [start, end] = [full(localStartDate), full(localEndDate)];
  return {
    name: 'Spring',
    frequency: recurrence !== null ? 'recurring' : start === null ? 'permanent' : 'oneTime',
    startDate: start && `${start}.000Z`,
    endDate: end && `${end}.000Z`,
    ...{ localStartDate: start, localEndDate: end, recurrence, timezone },
  };
};

const once = { frequency: 'oneTime', date: '2026-03-29', time: '19:00' } as const;
const recurring = { frequency: 'recurring', from: '2026-03-23', until: '2026-05-31' } as const;

test('every kind of schedule becomes local times, which the server turns into moments', () => {
  assert.deepEqual(scheduleOf(draftWith(once)), {
    localStartDate: '2026-03-29T19:00',
    endDate: null,
    recurrence: null,
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(scheduleOf(draftWith({ ...recurring, kind: 'weekly', weekdays: [4, 1], time: '19:00' })), {
    localStartDate: '2026-03-23T00:00',
    localEndDate: '2026-05-31T23:59:59',
    recurrence: '0 19 * * MON,THU',
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(scheduleOf(draftWith({ frequency: 'permanent' })), {
    startDate: null,
    endDate: null,
    recurrence: null,
    timezone: 'Europe/Berlin',
  });
});

test('what was chosen is read back from the fields, for every form', () => {
  const forms: Partial<ScheduleDraft>[] = [
    once,
    { frequency: 'permanent' },
    { ...recurring, kind: 'daily', time: '08:15' },
    { ...recurring, kind: 'weekly', weekdays: [0, 3], time: '00:00' },
    { ...recurring, kind: 'monthly', monthDay: 31, time: '23:59' },
    { ...recurring, kind: 'minutes', everyMinutes: 20 },
    { ...recurring, kind: 'hours', everyHours: 6, atMinute: 45 },
    { ...recurring, kind: 'cron', expression: '0 9-17/2 1,15 JAN-MAR *' },
  ];
  for (const timezone of ['Europe/Berlin', 'Only/TheServerKnowsIt']) {
    for (const form of forms) {
      const fields = scheduleOf(draftWith({ ...form, timezone }));
      assert.ok(fields);
      const event = eventOf(fields);
      const read = draftOf(event, now);
      for (const [field, value] of Object.entries(form)) {
        assert.deepEqual(read[field as keyof ScheduleDraft], value, `${timezone} ${form.kind} ${field}`);
      }
      assert.deepEqual(scheduleOf(read), fields);
      const { startDate, endDate } = event;
      const { recurrence } = fields;
      assert.deepEqual(scheduleOf(read, event), { startDate, endDate, recurrence, timezone });
    }
  }
});

const detailed: Read = {
  ...{ name: 'Spring', frequency: 'recurring', timezone: 'Asia/Tokyo' },
  ...{ startDate: '2026-03-22T15:20:12.345Z', localStartDate: '2026-03-23T00:20:12' },
  ...{ endDate: '2026-05-01T10:00:00.500Z', localEndDate: '2026-05-01T19:00:00' },
  recurrence: '0 19 * * 1,4',
};
const { startDate, endDate } = detailed;

test('an event of the API that the form shows in less detail is saved as it was', () => {
  for (const recurrence of ['0 19 * * 1,4', ' 00 9  * * * ', '*/7 * * * *', '0 19 1 * MON', null]) {
    const event = { ...detailed, recurrence, frequency: recurrence ? 'recurring' : 'oneTime' } as const;
    const ends = recurrence === null ? null : endDate;
    assert.deepEqual(scheduleOf(draftOf({ ...event, endDate: ends }, now), { ...event, endDate: ends }), {
      ...{ startDate, endDate: ends, recurrence, timezone: 'Asia/Tokyo' },
    });
  }
});

test('only what was changed is written anew', () => {
  const draft = draftOf(detailed, now);
  assert.deepEqual(scheduleOf({ ...draft, time: '20:00' }, detailed), {
    ...{ startDate, endDate, recurrence: '0 20 * * MON,THU', timezone: 'Asia/Tokyo' },
  });
  assert.deepEqual(scheduleOf({ ...draft, until: '2026-06-01' }, detailed), {
    ...{ startDate, localEndDate: '2026-06-01T23:59:59', recurrence: '0 19 * * 1,4', timezone: 'Asia/Tokyo' },
  });
  assert.deepEqual(scheduleOf({ ...draft, timezone: 'UTC' }, detailed), {
    localStartDate: '2026-03-23T00:00',
    localEndDate: '2026-05-01T23:59:59',
    recurrence: '0 19 * * MON,THU',
    timezone: 'UTC',
  });
  assert.deepEqual(scheduleOf({ ...draft, frequency: 'permanent' }, detailed), {
    startDate: null,
    endDate: null,
    recurrence: null,
    timezone: 'Asia/Tokyo',
  });
});

test('missing and contradictory choices are named by field', () => {
  assert.deepEqual(faultsOfDraft(empty), {});
  assert.deepEqual(faultsOfDraft(draftWith({ frequency: 'oneTime', date: '', time: '', timezone: '' })), {
    timezone: 'missing',
    time: 'missing',
    date: 'missing',
  });
  const weekly = draftWith({ ...recurring, kind: 'weekly', weekdays: [], from: '', until: '' });
  assert.deepEqual(faultsOfDraft(weekly), { weekdays: 'missing', from: 'missing', until: 'missing' });
  assert.deepEqual(faultsOfDraft(draftWith({ ...recurring, until: '2026-03-22' })), { until: 'reversed' });
  const cron = draftWith({ ...recurring, kind: 'cron', expression: 'daily', time: '' });
  assert.deepEqual(faultsOfDraft(cron), { expression: 'bad' });
  assert.deepEqual(faultsOfDraft(draftWith({ name: 'x'.repeat(300) })), { name: 'long' });
  assert.deepEqual(faultsOfDraft(draftWith({ frequency: 'permanent', date: '', time: '' })), {});
  for (const date of ['2026-02-30', '20260-02-03', '']) {
    assert.deepEqual(faultsOfDraft(draftWith({ ...once, date })), { date: 'missing' });
  }
  assert.deepEqual(faultsOfDraft(draftWith({ ...once, time: '25:00' })), { time: 'missing' });
  assert.equal(scheduleOf(weekly), undefined);
});

test('a refused field of the API is shown at the field that decides it', () => {
  assert.equal(draftFieldOf('localStartDate', { frequency: 'oneTime' }), 'date');
  assert.equal(draftFieldOf('startDate', { frequency: 'recurring' }), 'from');
  assert.equal(draftFieldOf('localEndDate', { frequency: 'recurring' }), 'until');
  assert.equal(draftFieldOf('recurrence', { frequency: 'recurring' }), 'expression');
  assert.equal(draftFieldOf('timezone', { frequency: 'recurring' }), 'timezone');
});
