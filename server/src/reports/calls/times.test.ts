import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presenceBy } from '../people/attendance-rule.ts';
import { curveOf } from '../people/intervals.ts';
import type { Interval, ParticipantInput } from '../people/model.ts';
import type { ByActivity, CallInput, VisitInput } from './model.ts';
import { timesOfPeople } from './testing/times.ts';

const none = (): ByActivity<Interval[]> => ({
  tab: [],
  microphone: [],
  camera: [],
  screen: [],
  speaking: [],
});
const from = (start: number, end: number): Interval => ({ start, end });

const participant = (id: string, personKey = `person of ${id}`): ParticipantInput => ({
  ...{ id, personKey, joinedAt: 0, name: 'Ann', role: 'user', isErased: false, fields: {} },
  ...{ externalUserId: null, externalMeetingId: null, userId: null, email: null, phone: null },
  ...{ deviceType: null, platform: null, platformVersion: null, browser: null, browserVersion: null },
  ...{ referer: null, utmSource: null, utmMedium: null, utmCampaign: null, utmContent: null, utmTerm: null },
  ip: null,
});

const visit = (
  participantId: string,
  online: Interval,
  used: Partial<ByActivity<Interval[]>> = {},
): VisitInput => ({
  ...{ participantId, online, entryId: `${participantId} ${online.start} ${online.end}` },
  activities: { ...none(), ...used },
});

const callOf = (participants: ParticipantInput[], visits: VisitInput[], until = 100_000): CallInput => ({
  ...{ id: 'call', start: 0, until, isFinal: true },
  participants,
  visits,
});

test('tabs, devices, reconnects and a new link of one person count once', () => {
  const call = callOf(
    [participant('laptop', 'ann'), participant('phone', 'ann'), participant('bob')],
    [
      visit('laptop', from(0, 40_000), { camera: [from(0, 10_000), from(5_000, 20_000)] }),
      visit('phone', from(30_000, 60_000), { camera: [from(35_000, 36_000)] }),
      visit('laptop', from(80_000, 90_500)),
      visit('bob', from(10_000, 100_000)),
    ],
  );
  const [ann, bob, ...more] = timesOfPeople(call);
  assert.deepEqual(more, []);
  assert.deepEqual(ann?.online, [from(0, 60_000), from(80_000, 90_500)]);
  assert.deepEqual(ann?.activities.camera, [from(0, 20_000), from(35_000, 36_000)]);
  assert.deepEqual([ann?.visits, ann?.firstEntryAt, ann?.lastExitAt], [3, 0, 90_500]);
  assert.deepEqual([ann?.milliseconds.online, ann?.durations.camera], [70_500, 21]);
  assert.equal(bob?.durations.online, 90);
});

test('a reconnect of a media client is not another visit', () => {
  const entryId = 'one token';
  const visits = [visit('ann', from(0, 1_000)), visit('ann', from(2_000, 3_000))];
  const [ann] = timesOfPeople(
    callOf(
      [participant('ann')],
      visits.map((one) => ({ ...one, entryId })),
    ),
  );
  assert.deepEqual([ann?.visits, ann?.durations.online], [1, 2]);
});

test('nothing lies outside the call, and no activity outside its visit', () => {
  const call = callOf(
    [participant('ann'), participant('bob'), participant('eve')],
    [
      visit('ann', from(-5_000, 30_000), { tab: [from(-9_000, 20_000), from(25_000, 99_000)] }),
      visit('ann', from(90_000, 200_000), { microphone: [from(0, 95_000)], tab: [from(95_000, 300_000)] }),
      visit('bob', from(200_000, 300_000)),
      visit('eve', from(50_000, 40_000)),
    ],
  );
  const [ann, ...more] = timesOfPeople(call);
  assert.deepEqual(more, []);
  assert.deepEqual(ann?.online, [from(0, 30_000), from(90_000, 100_000)]);
  assert.deepEqual(ann?.activities.microphone, [from(90_000, 95_000)]);
  assert.deepEqual(ann?.activities.tab, [from(0, 20_000), from(25_000, 30_000), from(95_000, 100_000)]);
});

test('speech counts while the microphone of the same visit is on', () => {
  const call = callOf(
    [participant('laptop', 'ann'), participant('phone', 'ann')],
    [
      visit('laptop', from(0, 60_000), {
        microphone: [from(10_000, 20_000)],
        speaking: [from(5_000, 60_000)],
      }),
      visit('phone', from(0, 60_000), {
        microphone: [from(30_000, 50_000)],
        speaking: [from(45_000, 46_000)],
      }),
    ],
  );
  const [ann] = timesOfPeople(call);
  assert.deepEqual(ann?.activities.speaking, [from(10_000, 20_000), from(45_000, 46_000)]);
});

test('durations are exact sums that are truncated at the end only', () => {
  const pieces = Array.from({ length: 10 }, (_, index) => from(index * 2_000, index * 2_000 + 1_999));
  const [ann] = timesOfPeople(
    callOf(
      [participant('ann')],
      pieces.map((one) => visit('ann', one)),
    ),
  );
  assert.deepEqual([ann?.milliseconds.online, ann?.durations.online], [19_990, 19]);
});

test('a call over 24 hours keeps its hours', () => {
  const long = 30 * 3_600_000;
  const [ann] = timesOfPeople(callOf([participant('ann')], [visit('ann', from(0, long))], long));
  assert.equal(ann?.durations.online, 108_000);
});

test('the area under the curve of people is the sum of their times', () => {
  const people = timesOfPeople(
    callOf(
      [participant('ann'), participant('bob'), participant('eve')],
      [
        visit('ann', from(0, 50_000)),
        visit('bob', from(20_000, 100_000)),
        visit('eve', from(50_000, 60_000)),
        visit('ann', from(70_000, 80_000)),
      ],
    ),
  );
  const points = curveOf(people.map(({ online }) => online));
  assert.deepEqual(points, [
    { at: 0, people: 1 },
    { at: 20_000, people: 2 },
    // At 50 s one person leaves and another one comes.
    { at: 60_000, people: 1 },
    { at: 70_000, people: 2 },
    { at: 80_000, people: 1 },
    { at: 100_000, people: 0 },
  ]);
  const area = points.reduce(
    (sum, { at, people: count }, index) => sum + count * ((points[index + 1]?.at ?? at) - at),
    0,
  );
  assert.equal(
    area,
    people.reduce((sum, { milliseconds }) => sum + milliseconds.online, 0),
  );
});

test('presence compares milliseconds, requires both conditions and states the figures', () => {
  const present = (online: number, rule: { minShare: number; minSeconds: number }) =>
    presenceBy({ online, length: 3_600_000 }, rule);
  const rule = { minShare: 0.85, minSeconds: 0 };
  assert.deepEqual(present(3_060_000, rule), {
    share: 0.85,
    isPresent: true,
    presenceReason: 'Online for 51 min of 1 h (85 %): at least 85 %.',
  });
  assert.deepEqual(present(3_059_999, rule), {
    share: 3_059_999 / 3_600_000,
    isPresent: false,
    presenceReason: 'Online for 50 min 59 s of 1 h (84.99 %): less than the 85 % needed.',
  });
  assert.deepEqual(present(3_600_000, { minShare: 0.5, minSeconds: 3601 }), {
    share: 1,
    isPresent: false,
    presenceReason: 'Online for 1 h of 1 h (100 %): less than the 1 h 1 s needed.',
  });
  const both = { minShare: 0.5, minSeconds: 3600 };
  assert.match(present(3_600_000, both).presenceReason, /: at least 50 % and 1 h\.$/);
  assert.match(present(60_000, both).presenceReason, /: less than the 50 % and the 1 h needed\.$/);
  assert.equal(present(0, { minShare: 0, minSeconds: 0 }).isPresent, true);
  // 0.07 × 100 is 7.000000000000001 in floating point.
  assert.equal(presenceBy({ online: 7, length: 100 }, { minShare: 0.07, minSeconds: 0 }).isPresent, true);
});
