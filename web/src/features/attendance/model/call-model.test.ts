import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttendanceReport, ReportRow } from '../../../../../contract/operations/reports.ts';
import { peopleAt, sampleCurve, stepOf, ticksOf } from '../../../panel/report/curve-points.ts';
import { barsOf, outlineOf, readLayers } from './bars.ts';
import { exactDurationText, fileNameOf, shareText } from './call-texts.ts';
import { narrowTo, readCallView, searchedBy, sortAttendees, sortBy, writeCallView } from './call-view.ts';
import { columns, firstColumns, readColumns } from './columns.ts';
import { curveOf } from './curve.ts';
import { attendeesOf, figuresOf, isDelay } from './person-rows.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 2, 17, 14, minutes)).toISOString();
const range = { start: Date.parse(at(0)), end: Date.parse(at(60)) };
const interval = (from: number, to: number) => ({ startedAt: at(from), endedAt: at(to) });

const nothing = { tab: [], microphone: [], camera: [], screen: [], speaking: [] };

function rowOf(name: string | null, online: [number, number][], more: Partial<ReportRow> = {}): ReportRow {
  const intervals = online.map(([from, to]) => interval(from, to));
  const seconds = online.reduce((sum, [from, to]) => sum + (to - from) * 60, 0);
  const [first, last] = [online[0]?.[0] ?? 0, online.at(-1)?.[1] ?? 0];
  return {
    ...{
      participantId: `id of ${name}`,
      name,
      role: 'user',
      externalUserId: null,
      email: null,
      isErased: name === null,
    },
    ...{ firstEntryAt: at(first), lastExitAt: at(last), visits: online.length, onlineDuration: seconds },
    ...{ share: seconds / 3600, isPresent: seconds >= 3060, activeCameraDuration: 0 },
    intervals: { online: intervals, ...nothing },
    ...more,
  } as ReportRow;
}

const report = {
  generatedAt: at(61),
  call: { startedAt: at(0), finishedAt: at(60), duration: 3600 },
  totals: {
    people: 4,
    present: 2,
    absent: [{ name: 'Oliver Grant', role: 'user', externalUserId: 'learner-8' }],
  },
  participants: [
    rowOf('Zoë', [[0, 60]], { externalUserId: 'learner-1', activeCameraDuration: 30 }),
    rowOf('anna', [[5, 20]], { email: 'anna@example.org', activeCameraDuration: 1_200 }),
    rowOf('Émile 2', [
      [0, 30],
      [31, 60],
    ]),
    rowOf(null, [[10, 30]]),
  ],
} as unknown as AttendanceReport;

const attendees = attendeesOf(report);
const { compare } = new Intl.Collator('en', { numeric: true });
const plain = readCallView(new URLSearchParams());
const names = (search: string): (string | null)[] => {
  const view = readCallView(new URLSearchParams(search));
  return sortAttendees(narrowTo(attendees, view), view, compare).map(({ name }) => name);
};

test('people who never came are rows, too, and count as expected', () => {
  assert.deepEqual(
    attendees.map(({ name, presence }) => [name, presence]),
    [
      ['Zoë', 'present'],
      ['anna', 'brief'],
      ['Émile 2', 'present'],
      [null, 'brief'],
      ['Oliver Grant', 'missing'],
    ],
  );
  assert.deepEqual(figuresOf(attendees), { expected: 5, present: 2, brief: 2, missing: 1, moderators: 0 });
});

test('the search names only what the report has', () => {
  const by = (...more: Partial<ReportRow>[]) =>
    searchedBy(
      attendeesOf({
        ...report,
        participants: more.map((one) => rowOf('Ivan', [[0, 20]], one)),
        totals: { ...report.totals, absent: [] },
      }),
    );
  assert.equal(by({}), 'name');
  assert.equal(by({}, { externalUserId: 'lms-1' }), 'nameAndId');
  assert.equal(by({ email: 'ivan@example.org' }), 'nameAndEmail');
  assert.equal(by({ email: 'ivan@example.org' }, { externalUserId: 'lms-1' }), 'all');
});

test('moderators have a group of their own and are not counted, unless nobody else was expected', () => {
  const teacher = rowOf('Ada', [[0, 60]], { role: 'moderator' });
  const absent = [{ name: 'Fay', role: 'moderator', externalUserId: null }] as const;
  const lesson = attendeesOf({
    ...report,
    participants: [teacher, ...report.participants],
    totals: { ...report.totals, absent: [...report.totals.absent, ...absent] },
  });
  assert.deepEqual(figuresOf(lesson), { expected: 5, present: 2, brief: 2, missing: 1, moderators: 1 });
  const shown = (group: typeof plain.group, people = lesson): (string | null)[] =>
    sortAttendees(narrowTo(people, { ...plain, group }), plain, compare).map(({ name }) => name);
  assert.deepEqual(shown('moderators'), ['Ada', 'Fay']);
  assert.deepEqual(shown('missing'), ['Oliver Grant']);
  assert.deepEqual(shown(undefined).slice(-2), ['Ada', 'Fay']);

  const staff = attendeesOf({
    ...report,
    participants: [teacher],
    totals: { ...report.totals, absent: [...absent] },
  });
  assert.deepEqual(figuresOf(staff), { expected: 2, present: 1, brief: 0, missing: 1, moderators: 0 });
  assert.deepEqual(shown('present', staff), ['Ada']);
});

test('people share a name also if one of them has an own id, and erased people share none', () => {
  const twice = attendeesOf({
    ...report,
    participants: [
      rowOf('Ivan', [[0, 20]]),
      rowOf('Ivan', [[30, 60]]),
      rowOf('Anna', [[0, 30]]),
      rowOf('Anna', [[0, 60]], { externalUserId: 'learner-9' }),
      rowOf(null, [[0, 60]]),
      rowOf(null, [[0, 60]]),
    ],
  });
  assert.deepEqual(
    twice.map(({ isNameShared }) => isNameShared),
    [true, true, true, true, false, false, false],
  );
});

test('a person is late and leaves early by at least a minute', () => {
  const [zoe, anna, , , oliver] = attendees;
  assert.deepEqual([zoe?.late, zoe?.leftEarly], [0, 0]);
  assert.deepEqual([anna?.late, anna?.leftEarly], [300, 2_400]);
  assert.deepEqual([oliver?.late, oliver?.leftEarly], [undefined, undefined]);
  assert.deepEqual([isDelay(59), isDelay(60), isDelay(undefined)], [false, true, false]);
});

test('a person who is there has not left early', () => {
  const running = { ...report, call: { ...report.call, finishedAt: null } } as AttendanceReport;
  const there = attendeesOf({ ...running, participants: [rowOf('Zoë', [[0, 10]], { lastExitAt: null })] });
  assert.equal(there[0]?.leftEarly, undefined);
});

test('names are sorted by the language, and people without a value come last in both directions', () => {
  assert.deepEqual(names(''), ['anna', 'Émile 2', 'Oliver Grant', 'Zoë', null]);
  assert.deepEqual(names('sort=-name'), ['Zoë', 'Oliver Grant', 'Émile 2', 'anna', null]);
  assert.deepEqual(names('sort=-camera'), ['anna', 'Zoë', 'Émile 2', null, 'Oliver Grant']);
  assert.deepEqual(names('sort=camera'), ['Émile 2', null, 'Zoë', 'anna', 'Oliver Grant']);
  assert.deepEqual(names('sort=late'), ['Émile 2', 'Zoë', 'anna', null, 'Oliver Grant']);
});

test('every column can be sorted', () => {
  for (const column of columns) assert.equal(names(`sort=-${column}`).length, 5, column);
});

test('people are narrowed by presence, name, key and email', () => {
  assert.deepEqual(names('show=present'), ['Émile 2', 'Zoë']);
  assert.deepEqual(names('show=absent'), ['anna', 'Oliver Grant', null]);
  assert.deepEqual(names('show=missing'), ['Oliver Grant']);
  assert.deepEqual(names('search=%20LEARNER-'), ['Oliver Grant', 'Zoë']);
  assert.deepEqual(names('search=anna@'), ['anna']);
  assert.deepEqual(names('search=anna&show=present'), []);
});

test('the view is written to the address and read from it; what is invalid has its first value', () => {
  const query = 'sort=-online&show=absent&search=a%26b&minShare=0.5&minSeconds=90';
  const view = readCallView(new URLSearchParams(query));
  assert.deepEqual(view, {
    ...{ sort: 'online', isDescending: true, group: 'absent', search: 'a&b' },
    tried: { minShare: 0.5, minSeconds: 90 },
  });
  assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), writeCallView(view));
  assert.deepEqual(
    readCallView(new URLSearchParams('sort=shoe&show=all&minShare=2&minSeconds=-1&search=')),
    plain,
  );
  assert.deepEqual(Object.values(writeCallView(plain)), Array(5).fill(undefined));
});

test('the first click sorts names upwards and figures downwards, the second the other way round', () => {
  const byOnline = sortBy(plain, 'online');
  assert.deepEqual([byOnline.sort, byOnline.isDescending], ['online', true]);
  assert.equal(sortBy(byOnline, 'online').isDescending, false);
  assert.equal(sortBy(byOnline, 'name').isDescending, false);
  assert.equal(sortBy(plain, 'name').isDescending, true);
});

test('stored columns and layers are read in their own order, unknown ones are ignored', () => {
  assert.deepEqual(readColumns('device,online,nonsense'), ['name', 'online', 'device']);
  assert.deepEqual(readColumns(''), ['name']);
  assert.equal(readColumns(null), firstColumns);
  assert.deepEqual(readLayers('speaking,tab,x'), ['tab', 'speaking']);
});

test('the curve has a point for each change, and its area is the sum of the times online', () => {
  const points = curveOf(report.participants, range);
  assert.deepEqual(
    points.map(({ at: time, people }) => [(time - range.start) / 60_000, people]),
    [
      [0, 2],
      [5, 3],
      [10, 4],
      [20, 3],
      [30, 1],
      [31, 2],
      [60, 2],
    ],
  );
  const area = points.reduce((sum, { at: time, people }, n) => {
    const next = points[n + 1];
    return next ? sum + ((next.at - time) / 1000) * people : sum;
  }, 0);
  assert.equal(
    area,
    report.participants.reduce((sum, row) => sum + row.onlineDuration, 0),
  );
  assert.equal(peopleAt(points, range.start + 12 * 60_000), 4);
  assert.equal(peopleAt(points, range.start - 1), 2);
});

test('a call in which nobody was has a flat curve', () => {
  assert.deepEqual(curveOf([], range), [
    { at: range.start, people: 0 },
    { at: range.end, people: 0 },
  ]);
});

test('samples name the fewest and the most people of each part', () => {
  const samples = sampleCurve(curveOf(report.participants, range), range, 4);
  assert.deepEqual(
    samples.map(({ fewest, most }) => [fewest, most]),
    [
      [2, 4],
      [1, 2],
    ],
  );
  assert.equal(samples[0]?.from, range.start);
  assert.equal(samples.at(-1)?.to, range.end);
});

test('ticks are round times on the clock, few enough for the width', () => {
  const shifted = { start: range.start + 90_000, end: range.end };
  assert.deepEqual(
    ticksOf(shifted, 6).map((time) => new Date(time).getUTCMinutes()),
    [10, 20, 30, 40, 50, 0],
  );
  assert.ok(ticksOf({ start: 0, end: 400 * 86_400_000 }, 8).length <= 9);
  assert.equal(stepOf({ start: 0, end: 0 }, 5), 1_000);
});

test('bars are per cent of the call, never outside it, and bars with an invisible gap become one', () => {
  assert.deepEqual(barsOf([interval(0, 15), interval(30, 90)], range), [
    { left: 0, width: 25 },
    { left: 50, width: 50 },
  ]);
  const near = { startedAt: at(15), endedAt: at(20) };
  const after = { startedAt: new Date(Date.parse(at(20)) + 2_000).toISOString(), endedAt: at(30) };
  assert.equal(barsOf([near, after], range).length, 1);
  assert.equal(outlineOf(barsOf([interval(60, 60)], range), { top: 0, height: 1 }), 'M99.85 0h0.15v1h-0.15z');
  const many = Array.from({ length: 20_000 }, (_, n) => ({
    startedAt: new Date(range.start + n * 180).toISOString(),
    endedAt: new Date(range.start + n * 180 + 90).toISOString(),
  }));
  assert.ok(barsOf(many, range).length < 700);
  assert.equal(outlineOf([{ left: 25, width: 50 }], { top: 2, height: 4 }), 'M25 2h50v4h-50z');
});

test('durations and shares are cut off, so that they never promise more than the rule saw', () => {
  assert.equal(exactDurationText(2_753, 'en'), '45 min 53 sec');
  assert.equal(exactDurationText(3_660, 'en'), '1 hr 1 min');
  assert.equal(exactDurationText(7_199, 'en'), '1 hr 59 min');
  assert.equal(exactDurationText(0, 'en'), '0 sec');
  assert.equal(exactDurationText(2_753, 'ru'), '45 мин 53 с');
  assert.equal(shareText(0.8499999, 'en'), '84.9%');
  assert.equal(shareText(0.29, 'en'), '29%');
  assert.equal(shareText(0.5, 'ru'), '50\u00a0%');
});

test('a file is named after the room and the time, without characters that systems refuse', () => {
  const startedAt = new Date(2026, 2, 7, 9, 5).toISOString();
  const call = { ...report.call, startedAt };
  assert.equal(fileNameOf({ ...call, roomName: 'A/B: "C"\u202e?' }, 'xlsx'), 'A B C 2026-03-07 09-05.xlsx');
  assert.equal(fileNameOf({ ...call, roomName: '///' }, 'csv'), 'report 2026-03-07 09-05.csv');
});
