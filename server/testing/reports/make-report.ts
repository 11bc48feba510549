import type { AttendanceReport, ReportRow } from '../../../contract/operations/reports.ts';

const callStart = Date.parse('2026-03-02T09:00:00.000Z');
const callSeconds = 3600;

const iso = (at: number) => new Date(at).toISOString();
const idOf = (kind: string, n: number) => kind.repeat(12) + n.toString(16).padStart(12, '0');
const noIntervals = (): ReportRow['intervals'] => ({
  online: [],
  tab: [],
  microphone: [],
  camera: [],
  screen: [],
  speaking: [],
});

/** A row of a report with these values; everything else is unknown or zero. */
export function makeReportRow(n: number, changes: Partial<ReportRow> = {}): ReportRow {
  const unknown = {
    ...{ externalUserId: null, externalMeetingId: null, userId: null, email: null, phone: null },
    ...{ deviceType: null, platform: null, platformVersion: null, browser: null, browserVersion: null },
    ...{
      referer: null,
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
      utmContent: null,
      utmTerm: null,
    },
    ip: null,
  };
  const zero = {
    ...{ onlineDuration: 0, onlineDurationWithActiveTab: 0, activeMicrophoneDuration: 0 },
    ...{ activeCameraDuration: 0, screenSharingDuration: 0, speakingDuration: 0 },
    ...{ chatMessagesCount: 0, reactionsCount: 0, handRaisesCount: 0, pollAnswersCount: 0, share: 0 },
  };
  return {
    ...{ participantId: idOf('a', n), name: `Person ${n}`, role: 'user', ...unknown, fields: {} },
    ...{ isErased: false, firstEntryAt: iso(callStart), lastExitAt: iso(callStart), visits: 1, ...zero },
    ...{ polls: [], isPresent: false, presenceReason: 'Online 0 s of 3600 s.', intervals: noIntervals() },
    ...changes,
  };
}

/** A final report of a call of one hour with these people. */
export function makeReport(
  participants: ReportRow[],
  changes: Partial<AttendanceReport> = {},
): AttendanceReport {
  const sumOf = (figureOf: (row: ReportRow) => number) =>
    participants.reduce((sum, row) => sum + figureOf(row), 0);
  return {
    ...{ version: 1, revision: 1, generatedAt: iso(callStart + 3_601_000), isFinal: true },
    call: {
      ...{ id: idOf('c', 1), roomId: idOf('d', 1), roomName: 'Algebra', roomType: 'lesson' },
      isSample: false,
      ...{
        startedAt: iso(callStart),
        finishedAt: iso(callStart + callSeconds * 1000),
        duration: callSeconds,
      },
    },
    rule: { minShare: 0.85, minSeconds: 0 },
    totals: {
      ...{ people: participants.length, present: sumOf((row) => Number(row.isPresent)) },
      ...{ visits: sumOf((row) => row.visits), mostPeople: participants.length },
      ...{ onlineDuration: sumOf((row) => row.onlineDuration), absent: [] },
    },
    participants,
    ...changes,
  };
}

/** Cuts `from` to `until` into `count` intervals with pauses between them. */
function cut(from: number, until: number, count: number): ReportRow['intervals']['online'] {
  const step = (until - from) / count;
  return Array.from({ length: count }, (_, n) => ({
    startedAt: iso(from + n * step),
    endedAt: iso(from + (n + 0.9) * step),
  }));
}

/** A person with every detail, four visits and ten intervals of activities. */
function makeFullRow(n: number): ReportRow {
  const entered = callStart + (n % 300) * 1000;
  const left = callStart + callSeconds * 1000 - (n % 100) * 500;
  const online = Math.floor(((left - entered) * 0.9) / 1000);
  const share = ((left - entered) * 0.9) / (callSeconds * 1000);
  return makeReportRow(n, {
    ...{ name: `Имя Фамилия ${n}`, externalUserId: `student-${n}`, externalMeetingId: 'course-17' },
    ...{ email: `person${n}@example.org`, phone: `+7 912 ${1_000_000 + n}` },
    fields: { Group: `B-${n % 30}`, City: 'Нижний Новгород', Company: `School ${n % 100}` },
    ...{ firstEntryAt: iso(entered), lastExitAt: iso(left), visits: 4, onlineDuration: online },
    ...{ onlineDurationWithActiveTab: online - 60, activeMicrophoneDuration: 600 + (n % 60) },
    ...{ activeCameraDuration: 1200 + (n % 60), screenSharingDuration: n % 60, speakingDuration: 300 },
    ...{ chatMessagesCount: n % 9, reactionsCount: n % 5, handRaisesCount: n % 3, pollAnswersCount: 2 },
    polls: [
      { question: 'Is the pace right?', answer: 'Yes' },
      { question: 'What is 6 × 7?', answer: '42' },
    ],
    ...{ deviceType: 'desktop', platform: 'Windows', platformVersion: '11', browser: 'Chrome' },
    ...{ browserVersion: '146.0.7680.12', referer: 'https://lms.example.org/courses/17' },
    ...{ utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'spring', ip: `10.0.${n % 250}.7` },
    ...{ share, isPresent: share >= 0.85 },
    presenceReason: `Online ${online} s of ${callSeconds} s (${share * 100} %); at least 85 % is required.`,
    intervals: {
      ...{ online: cut(entered, left, 4), tab: cut(entered, left, 3), microphone: cut(entered, left, 2) },
      ...{ camera: cut(entered, left, 2), screen: cut(entered, left, 1), speaking: cut(entered, left, 2) },
    },
  });
}

/** A report of many people with four visits and ten intervals of activities each. */
export const makeLargeReport = (people: number): AttendanceReport =>
  makeReport(Array.from({ length: people }, (_, n) => makeFullRow(n)));
