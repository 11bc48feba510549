import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { seedOf } from '../../../testing/fuzzing/chance.ts';
import { Random } from '../../calls/testing/random.ts';
import { attendanceBy } from '../people/attendance-rule.ts';
import { curveOf } from '../people/intervals.ts';
import type { Interval } from '../people/model.ts';
import { activities, type CallInput, type Measure, type PersonTimes } from './model.ts';
import { type SimulatedPerson, type Simulation, simulate } from './testing/naive.ts';
import { timesOfPeople } from './testing/times.ts';
import { callInputOf } from './testing/trace-input.ts';
import { randomKind, randomTrace } from './testing/traces.ts';

const measures: readonly Measure[] = ['online', ...activities];
const day = 86_400_000;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const lengthOf = (intervals: Interval[]) => sum(intervals.map(({ start, end }) => end - start));
const intervalsOf = (person: PersonTimes, measure: Measure) =>
  measure === 'online' ? person.online : person.activities[measure];

/** The seconds that the report has to state: whole ones, truncated once, from the exact sum. */
const wholeSeconds = (totals: SimulatedPerson['totals']) =>
  Object.fromEntries(measures.map((measure) => [measure, Math.floor(totals[measure] / 1000)]));

function assertEqual(people: PersonTimes[], { people: expected, curve }: Simulation): void {
  assert.deepEqual(people.map(({ personKey }) => personKey).toSorted(), [...expected.keys()].toSorted());
  assert.deepEqual(curveOf(people.map(({ online }) => online)), curve);
  for (const person of people) {
    const { personKey, visits, firstEntryAt, lastExitAt, durations, milliseconds } = person;
    const truth = expected.get(personKey);
    assert.ok(truth);
    assert.deepEqual(
      { personKey, visits, firstEntryAt, lastExitAt, durations, milliseconds },
      {
        personKey,
        visits: truth.visits,
        firstEntryAt: truth.firstEntryAt,
        lastExitAt: truth.lastExitAt,
        durations: wholeSeconds(truth.totals),
        milliseconds: truth.totals,
      },
    );
    for (const measure of measures)
      assert.deepEqual(
        { personKey, measure, intervals: intervalsOf(person, measure) },
        { personKey, measure, intervals: truth.runs[measure] },
      );
  }
}

/** Checks what is true of every report, whatever happened. */
function assertSound(people: PersonTimes[], call: CallInput, area: number): void {
  const length = call.until - call.start;
  for (const person of people) {
    const { durations, milliseconds, online } = person;
    assert.ok(milliseconds.online <= length);
    assert.ok(online.every(({ start, end }) => start >= call.start && end <= call.until));
    for (const measure of measures) {
      const intervals = intervalsOf(person, measure);
      assert.ok(durations[measure] <= durations.online);
      assert.equal(lengthOf(intervals), milliseconds[measure]);
      for (const [index, { start, end }] of intervals.entries()) {
        assert.ok(start < end && start >= (intervals[index - 1]?.end ?? 0), 'in order, without overlaps');
        assert.ok(
          online.some((span) => span.start <= start && end <= span.end),
          'while online',
        );
      }
    }
  }
  assert.equal(sum(people.map(({ milliseconds }) => milliseconds.online)), area, 'the area under the curve');
}

/** Compares random meetings with the simulation. @returns how often each thing happened */
function compare(t: TestContext, count: number, grain: number): Record<string, number> {
  const seed = seedOf(t);
  const seen: Record<string, number> = {};
  for (let round = 0; round < count; round += 1) {
    const random = new Random(seed * 10_000 + round);
    const kind = randomKind(random, grain);
    const trace = randomTrace(random, kind);
    const call = callInputOf(trace, random);
    const bySecond = grain === 1000 && trace.until - trace.start <= day;
    const expected = simulate(trace, bySecond ? 'second' : 'happening');
    const people = timesOfPeople(call);
    try {
      assertEqual(people, expected);
      assertSound(people, call, expected.area);
    } catch (error) {
      t.diagnostic(`meeting ${round} of LECTERN_TEST_SEED=${seed}`);
      throw error;
    }
    for (const { what } of trace.happenings) seen[what] = (seen[what] ?? 0) + 1;
    for (const [name, holds] of Object.entries({
      [kind.end]: true,
      'over midnight': new Date(trace.start).getUTCDate() !== new Date(trace.until).getUTCDate(),
      'over 24 h': trace.until - trace.start > day,
      'two at once': expected.curve.some(({ people: count }) => count > 1),
      'a namesake': new Set(trace.participants.map(({ name }) => name)).size < expected.people.size,
    }))
      if (holds) seen[name] = (seen[name] ?? 0) + 1;
  }
  return seen;
}

const needed = [
  'join',
  'leave',
  'on',
  'off',
  'remove',
  'server killed',
  'server back',
  'media server killed',
  'everybody leaves',
  'a moderator ends it',
  'running',
  'over midnight',
  'over 24 h',
  'two at once',
  'a namesake',
];

describe('the times of people in random meetings', () => {
  test('1,000 meetings on whole seconds equal a simulation of every second', (t) => {
    const seen = compare(t, 1_000, 1_000);
    t.diagnostic(JSON.stringify(seen));
    for (const what of needed) assert.ok((seen[what] ?? 0) >= 10, `${what}: ${seen[what]} times`);
  });

  test('1,000 meetings on milliseconds equal a simulation from happening to happening, truncated once', (t) => {
    compare(t, 1_000, 1);
  });

  test('a person who is online for exactly the required share is present, and for a millisecond less is not', (t) => {
    const random = new Random(seedOf(t));
    for (let thousandths = 1; thousandths <= 1_000; thousandths += 1) {
      const seconds = 1 + random.below(200_000);
      const [length, border] = [seconds * 1_000, thousandths * seconds];
      const presentAt = (online: number, minSeconds = 0) =>
        attendanceBy({ online, length }, { minShare: thousandths / 1_000, minSeconds }).isPresent;
      assert.deepEqual([presentAt(border), presentAt(border - 1)], [true, false], `${border} of ${length}`);
      assert.deepEqual([presentAt(length, seconds), presentAt(length, seconds + 1)], [true, false]);
    }
  });

  test('both steps of the simulation count the same on whole seconds', (t) => {
    const seed = seedOf(t);
    for (let round = 0; round < 50; round += 1) {
      const random = new Random(seed * 10_000 + round);
      const trace = randomTrace(random, { ...randomKind(random, 1_000), length: 600_000 });
      assert.deepEqual(simulate(trace, 'second'), simulate(trace, 'happening'));
    }
  });
});
