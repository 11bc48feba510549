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

const frequencyOf = ({ startDate, recurrence }: ScheduleFields) =>
  recurrence !== null ? 'recurring' : startDate === null ? 'permanent' : 'oneTime';
const eventOf = (fields: ScheduleFields) =>
  ({ ...fields, name: 'Spring', frequency: frequencyOf(fields) }) as const;

const once = { frequency: 'oneTime', date: '2026-03-29', time: '19:00' } as const;
const recurring = { frequency: 'recurring', from: '2026-03-23', until: '2026-05-31' } as const;

test('every kind of schedule becomes the fields of the API', () => {
  assert.deepEqual(scheduleOf(draftWith(once)), {
    startDate: '2026-03-29T17:00:00.000Z',
    endDate: null,
    recurrence: null,
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(scheduleOf(draftWith({ ...recurring, kind: 'weekly', weekdays: [4, 1], time: '19:00' })), {
    startDate: '2026-03-22T23:00:00.000Z',
    endDate: '2026-05-31T21:59:59.000Z',
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
  for (const timezone of ['Europe/Berlin', 'UTC', 'America/St_Johns', 'Pacific/Apia']) {
    for (const form of forms) {
      const fields = scheduleOf(draftWith({ ...form, timezone }));
      assert.ok(fields);
      const read = draftOf(eventOf(fields), now);
      for (const [field, value] of Object.entries(form)) {
        assert.deepEqual(read[field as keyof ScheduleDraft], value, `${timezone} ${form.kind} ${field}`);
      }
      assert.deepEqual(scheduleOf(read), fields);
    }
  }
});

test('an event of the API that the form shows in less detail is saved as it was', () => {
  const events: ScheduleFields[] = [
    { startDate: '2026-03-29T17:00:12.345Z', endDate: null, recurrence: null, timezone: 'Europe/Berlin' },
    // The second pass of a repeated hour: the form would mean the first one.
    { startDate: '2026-10-25T01:30:00.000Z', endDate: null, recurrence: null, timezone: 'Europe/Berlin' },
    ...['0 19 * * 1,4', ' 00 9  * * * ', '*/7 * * * *', '0 19 1 * MON'].map((recurrence) => ({
      ...{ startDate: '2026-03-22T15:20:00.000Z', endDate: '2026-05-01T10:00:00.500Z' },
      ...{ recurrence, timezone: 'Asia/Tokyo' },
    })),
    {
      ...{ startDate: '2026-03-22T15:20:00.000Z', endDate: '2026-05-01T10:00:00.500Z' },
      ...{ recurrence: '0 1 * * *', timezone: 'Nowhere/Known' },
    },
  ];
  for (const event of events) {
    assert.deepEqual(scheduleOf(draftOf(eventOf(event), now), eventOf(event)), event);
  }
});

test('only what was changed is written anew', () => {
  const event: ScheduleFields = {
    startDate: '2026-03-22T15:20:00.000Z',
    endDate: '2026-05-01T10:00:00.500Z',
    recurrence: '0 19 * * 1,4',
    timezone: 'Asia/Tokyo',
  };
  const draft = draftOf(eventOf(event), now);
  assert.deepEqual(scheduleOf({ ...draft, time: '20:00' }, eventOf(event)), {
    ...event,
    recurrence: '0 20 * * MON,THU',
  });
  assert.deepEqual(scheduleOf({ ...draft, timezone: 'UTC' }, eventOf(event)), {
    startDate: '2026-03-23T00:00:00.000Z',
    endDate: '2026-05-01T23:59:59.000Z',
    recurrence: '0 19 * * MON,THU',
    timezone: 'UTC',
  });
  assert.deepEqual(scheduleOf({ ...draft, frequency: 'permanent' }, eventOf(event)), {
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
  assert.equal(scheduleOf(weekly), undefined);
});

test('a refused field of the API is shown at the field that decides it', () => {
  assert.equal(draftFieldOf('startDate', { frequency: 'oneTime' }), 'date');
  assert.equal(draftFieldOf('startDate', { frequency: 'recurring' }), 'from');
  assert.equal(draftFieldOf('endDate', { frequency: 'recurring' }), 'until');
  assert.equal(draftFieldOf('recurrence', { frequency: 'recurring' }), 'expression');
  assert.equal(draftFieldOf('timezone', { frequency: 'recurring' }), 'timezone');
});
