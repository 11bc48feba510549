import { countedAmong } from '../../../../../contract/attendance.ts';
import type { AttendanceReport, ReportRow } from '../../../../../contract/operations/reports.ts';
import { sharedNamesAmong } from '../../../kit/shared-names.ts';

/** Present by the rule, in the call but not long enough, or expected and never there. */
export const presences = ['present', 'brief', 'missing'] as const;
export type Presence = (typeof presences)[number];

/** A line of the table: a person of the call, or one whose link nobody used. */
export type Attendee = {
  /** The participant's id; of a missing person the number of the link in the report. */
  key: string;
  name: string | null;
  externalUserId: string | null;
  isErased: boolean;
  /** A moderator among participants: their attendance is not counted. */
  isApart: boolean;
  /** Another person has the same name: it may be one person with several links. */
  isNameShared: boolean;
  presence: Presence;
  /** The call runs, so the presence may change. */
  isSoFar: boolean;
  /** Undefined for a missing person. */
  row: ReportRow | undefined;
  /** The seconds between the start of the call and the first entry; undefined for a missing person. */
  late: number | undefined;
  /** The seconds between the last exit and the end of the call; undefined while the person is there. */
  leftEarly: number | undefined;
};

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000));

/** Everybody in the report, those who never came last. */
export function attendeesOf({
  call,
  participants,
  totals,
  generatedAt,
  isFinal,
}: AttendanceReport): Attendee[] {
  const end = call.finishedAt ?? generatedAt;
  const expected = [...participants, ...totals.absent];
  const isCounted = countedAmong(expected);
  const isNameShared = sharedNamesAmong(expected);
  const came = participants.map(
    (row): Attendee => ({
      key: row.participantId,
      name: row.name,
      externalUserId: row.externalUserId,
      isErased: row.isErased,
      isApart: !isCounted(row),
      isNameShared: isNameShared(row),
      presence: row.isPresent ? 'present' : 'brief',
      isSoFar: !isFinal,
      row,
      late: secondsBetween(call.startedAt, row.firstEntryAt),
      leftEarly: row.lastExitAt === null ? undefined : secondsBetween(row.lastExitAt, end),
    }),
  );
  const missing = totals.absent.map(
    (person, index): Attendee => ({
      key: `link ${index}`,
      name: person.name,
      externalUserId: person.externalUserId,
      isErased: false,
      isApart: !isCounted(person),
      isNameShared: isNameShared(person),
      presence: 'missing',
      isSoFar: !isFinal,
      row: undefined,
      late: undefined,
      leftEarly: undefined,
    }),
  );
  return [...came, ...missing];
}

/** The counts of the people whose attendance counts: everybody who came and everybody with a link of their own. */
export function figuresOf(attendees: readonly Attendee[]) {
  const counted = attendees.filter(({ isApart }) => !isApart);
  const countOf = (wanted: Presence): number => counted.filter(({ presence }) => presence === wanted).length;
  return {
    expected: counted.length,
    present: countOf('present'),
    brief: countOf('brief'),
    missing: countOf('missing'),
    moderators: attendees.filter(({ isApart, row }) => isApart && row).length,
  };
}

/** Below it nobody counts as late: a call begins when the first person enters. */
const shortestDelay = 60;

export const isDelay = (seconds: number | undefined): seconds is number =>
  seconds !== undefined && seconds >= shortestDelay;

/** The milliseconds until a running report is read again: the more people, the later. Undefined for a final one. */
export function paceOfReport({ isFinal, totals }: AttendanceReport): number | undefined {
  if (isFinal) return undefined;
  if (totals.people <= 200) return 5_000;
  return totals.people <= 2_000 ? 15_000 : 60_000;
}
