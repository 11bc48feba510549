import { shownEmail } from '../../../../../contract/email.ts';
import { isFoundIn } from '../../../../../contract/search.ts';
import { type Column, columns, sortValueOf } from './columns.ts';
import type { Attendee } from './person-rows.ts';

/** The people who are shown; `absent` is everybody who does not count as present, without moderators. */
export const groupsShown = ['present', 'absent', 'missing', 'moderators'] as const;
type GroupShown = (typeof groupsShown)[number];

/** Another rule than the room's, for this view only. */
export type TriedRule = { minShare?: number; minSeconds?: number };

/** The part of the report that is shown. All of it is in the address. */
export type CallView = {
  sort: Column;
  isDescending: boolean;
  group: GroupShown | undefined;
  search: string;
  tried: TriedRule;
};

const longestSearch = 200;

/** A number in the address between 0 and `most`; undefined if it is none. */
function numberIn(text: string | null, most: number): number | undefined {
  if (text === null || !/^\d{1,10}(\.\d{1,10})?$/.test(text)) return undefined;
  const value = Number(text);
  return value <= most ? value : undefined;
}

const mostSeconds = 86_400;

export function readCallView(query: URLSearchParams): CallView {
  const sort = query.get('sort') ?? '';
  const minShare = numberIn(query.get('minShare'), 1);
  const minSeconds = numberIn(query.get('minSeconds'), mostSeconds);
  return {
    sort: columns.find((column) => column === sort.replace(/^-/, '')) ?? 'name',
    isDescending: sort.startsWith('-'),
    group: groupsShown.find((group) => group === query.get('show')),
    search: [...(query.get('search') ?? '')].slice(0, longestSearch).join(''),
    tried: {
      ...(minShare !== undefined && { minShare }),
      ...(minSeconds !== undefined && { minSeconds: Math.floor(minSeconds) }),
    },
  };
}

/** The parameters of the address; undefined for those that have their first value. */
export function writeCallView({ sort, isDescending, group, search, tried }: CallView) {
  const order = `${isDescending ? '-' : ''}${sort}`;
  return {
    sort: order === 'name' ? undefined : order,
    show: group,
    search: search === '' ? undefined : search,
    minShare: tried.minShare?.toString(),
    minSeconds: tried.minSeconds?.toString(),
  };
}

/** The first click on a column sorts names upwards and figures downwards, the second the other way round. */
export function sortBy(view: CallView, column: Column): CallView {
  const isDescending =
    view.sort === column ? !view.isDescending : !['name', 'presence', 'firstEntry'].includes(column);
  return { ...view, sort: column, isDescending };
}

function belongsTo({ presence, isApart }: Attendee, group: GroupShown | undefined): boolean {
  if (group === undefined) return true;
  if (isApart || group === 'moderators') return isApart && group === 'moderators';
  return group === 'absent' ? presence !== 'present' : presence === group;
}

/** The fields in which the search looks: guests may have no ids, and the report for moderators by a link has no emails. */
export function searchedBy(attendees: readonly Attendee[]): 'name' | 'nameAndId' | 'nameAndEmail' | 'all' {
  const hasIds = attendees.some(({ externalUserId }) => Boolean(externalUserId));
  const hasEmails = attendees.some(({ row }) => Boolean(row?.email));
  if (hasIds) return hasEmails ? 'all' : 'nameAndId';
  return hasEmails ? 'nameAndEmail' : 'name';
}

export function narrowTo(
  attendees: readonly Attendee[],
  { group, search }: Pick<CallView, 'group' | 'search'>,
): Attendee[] {
  return attendees.filter((attendee) => {
    const { name, externalUserId, row } = attendee;
    const email = row?.email;
    const texts = [name, externalUserId, email, email && shownEmail(email)];
    return belongsTo(attendee, group) && isFoundIn(texts, search);
  });
}

type NameOrder = (one: string, other: string) => number;

/**
 * Sorts a copy: participants first, then moderators. People without a value come last in both directions, equal ones
 * stay in the order of their names.
 */
export function sortAttendees(
  attendees: readonly Attendee[],
  { sort, isDescending }: Pick<CallView, 'sort' | 'isDescending'>,
  compareNames: NameOrder,
): Attendee[] {
  const factor = isDescending ? -1 : 1;
  const byName = (one: Attendee, other: Attendee): number =>
    compareNames(one.name ?? '\uffff', other.name ?? '\uffff') || (one.key < other.key ? -1 : 1);
  return [...attendees].sort((one, other) => {
    if (one.isApart !== other.isApart) return Number(one.isApart) - Number(other.isApart);
    const [a, b] = [sortValueOf(one, sort), sortValueOf(other, sort)];
    if (a === undefined || b === undefined) {
      return Number(a === undefined) - Number(b === undefined) || byName(one, other);
    }
    const difference =
      typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));
    return difference * factor || byName(one, other);
  });
}
