import { countedAmong } from '../../../../../contract/attendance.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { isFoundIn } from '../../../../../contract/search.ts';
import { nameOrder } from '../../../i18n/formats.ts';
import { sharedNamesAmong } from '../../../kit/shared-names.ts';

export type Summary = Answer<'getAnalyticsSummary'>;
export type GridCall = Summary['calls'][number];
type Attendance = Summary['people'][number]['calls'][string];

/**
 * partly: the person was there for too short a time to count as present. unknown: the people of the call were deleted.
 */
export type Attended = 'present' | 'partly' | 'missing' | 'unknown';

export type GridCell = { state: Attended; percent: number };

/** A person in the grid: a row. */
export type GridRow = {
  /** Distinct also for two people of the same name without keys. */
  key: string;
  name: string;
  /** The id in the reader's own system, shown where two people have the same name. */
  externalUserId: string | null;
  /** Another person has the same name: it may be one person with several links. */
  isNameShared: boolean;
  isErased: boolean;
  /** A moderator among participants: not counted in `presentIn`. */
  isApart: boolean;
  /** One for each call, in the order of the calls. */
  cells: GridCell[];
  /** The number of calls in which the person counts as present. */
  present: number;
  /** The average of the cells, in per cent. */
  average: number;
};

export type Grid = {
  calls: GridCall[];
  rows: GridRow[];
  /** The number of calls whose people are known: everybody's maximum. */
  knownCalls: number;
  /** By call: how many people count as present. */
  presentIn: number[];
};

/** Rounded down, so that a share below the rule is never shown as one that fulfils it. */
const percentOf = (share: number): number => Math.floor(share * 100);

function cellOf(call: GridCall, attendance: Attendance | undefined): GridCell {
  if (call.isReportExpired) return { state: 'unknown', percent: 0 };
  if (!attendance) return { state: 'missing', percent: 0 };
  return { state: attendance.isPresent ? 'present' : 'partly', percent: percentOf(attendance.share) };
}

/** The rows of a summary. `erasedName` stands for the name of erased people. */
export function gridOf({ calls, people }: Summary, erasedName: string): Grid {
  const known = calls.filter(({ isReportExpired }) => !isReportExpired);
  const isCounted = countedAmong(people);
  const isNameShared = sharedNamesAmong(people);
  const rows = people.map((person, index): GridRow => {
    const cells = calls.map((call) => cellOf(call, person.calls[call.id]));
    const shares = known.reduce((sum, { id }) => sum + (person.calls[id]?.share ?? 0), 0);
    return {
      key: String(index),
      name: person.name ?? erasedName,
      externalUserId: person.externalUserId,
      isNameShared: isNameShared(person),
      isErased: person.isErased,
      isApart: !isCounted(person),
      cells,
      present: cells.filter(({ state }) => state === 'present').length,
      average: known.length === 0 ? 0 : percentOf(shares / known.length),
    };
  });
  const counted = rows.filter(({ isApart }) => !isApart);
  return {
    calls,
    rows,
    knownCalls: known.length,
    presentIn: calls.map(
      (_, index) => counted.filter(({ cells }) => cells[index]?.state === 'present').length,
    ),
  };
}

export const sortKeys = ['name', 'name-desc', 'share', 'share-desc'] as const;
export type SortKey = (typeof sortKeys)[number];

/** By name in the order of the language, or by the share; erased people come last by name, moderators always. */
export function sortRows(rows: readonly GridRow[], sort: SortKey, language: string): GridRow[] {
  const collator = nameOrder(language);
  const byName = (one: GridRow, other: GridRow): number =>
    Number(one.isErased) - Number(other.isErased) || collator.compare(one.name, other.name);
  const byShare = (one: GridRow, other: GridRow): number =>
    one.average - other.average || one.present - other.present;
  const compare: Record<SortKey, typeof byName> = {
    name: byName,
    'name-desc': (one, other) => byName(other, one),
    share: (one, other) => byShare(one, other) || byName(one, other),
    'share-desc': (one, other) => byShare(other, one) || byName(one, other),
  };
  return [...rows].sort(
    (one, other) => Number(one.isApart) - Number(other.isApart) || compare[sort](one, other),
  );
}

/** The rows whose name or own id contains the text, in any case. */
export function findRows(rows: readonly GridRow[], search: string): readonly GridRow[] {
  if (search.trim() === '') return rows;
  return rows.filter(({ name, externalUserId }) => isFoundIn([name, externalUserId], search));
}
