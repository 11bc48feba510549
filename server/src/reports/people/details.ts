import { timestamp } from '../../platform/clock.ts';
import type { Interval, ParticipantInput } from './model.ts';

/** Milliseconds since 1970 as ISO 8601. */
export const isoTimeOf = (milliseconds: number): string => timestamp(new Date(milliseconds));

export const presentIntervals = (intervals: Interval[]) =>
  intervals.map(({ start, end }) => ({ startedAt: isoTimeOf(start), endedAt: isoTimeOf(end) }));

/** When a person was there for the first and the last time; `lastExitAt` is null while they are there. */
export const presentEntries = ({ firstEntryAt, lastExitAt, isOnline, visits }: Entries) => ({
  firstEntryAt: isoTimeOf(firstEntryAt),
  lastExitAt: isOnline ? null : isoTimeOf(lastExitAt),
  visits,
});

interface Entries {
  firstEntryAt: number;
  lastExitAt: number;
  isOnline: boolean;
  visits: number;
}

export const sumBy = <T>(rows: readonly T[], get: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + get(row), 0);

/** A person as their participants state them. */
export interface StatedPerson {
  /** The participant with the newest details. */
  newest: ParticipantInput;
  /** The id of the first participant. */
  participantId: string;
  isErased: boolean;
}

const byJoining = (a: ParticipantInput, b: ParticipantInput) =>
  a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1);

/** @param own the participants of one person, at least one */
export function statedBy(own: ParticipantInput[]): StatedPerson {
  const [first, ...later] = own.sort(byJoining);
  if (!first) throw new Error('a person without a participant');
  return {
    newest: later.at(-1) ?? first,
    participantId: first.id,
    isErased: own.some((participant) => participant.isErased),
  };
}

/** Name, keys and contact of a person; an erased one has none. */
export function detailsOf({ newest, isErased }: StatedPerson) {
  const known = isErased ? null : newest;
  return {
    name: known?.name ?? null,
    role: newest.role,
    externalUserId: known?.externalUserId ?? null,
    externalMeetingId: known?.externalMeetingId ?? null,
    userId: known?.userId ?? null,
    email: known?.email ?? null,
    phone: known?.phone ?? null,
    fields: known?.fields ?? {},
    isErased,
  };
}

/** The device and where the person came from; of an erased person only campaigns, which identify nobody. */
export function circumstancesOf({ newest, isErased }: StatedPerson) {
  const known = isErased ? null : newest;
  return {
    deviceType: known?.deviceType ?? null,
    platform: known?.platform ?? null,
    platformVersion: known?.platformVersion ?? null,
    browser: known?.browser ?? null,
    browserVersion: known?.browserVersion ?? null,
    referer: known?.referer ?? null,
    utmSource: newest.utmSource,
    utmMedium: newest.utmMedium,
    utmCampaign: newest.utmCampaign,
    utmContent: known?.utmContent ?? null,
    utmTerm: known?.utmTerm ?? null,
    ip: known?.ip ?? null,
  };
}

/** People whose visits are in memory at once. */
const peopleAtOnce = 500;

/** Splits the participants so that all of one person are in the same part. */
export function* peopleInParts(participants: ParticipantInput[]): Generator<ParticipantInput[]> {
  const people = [...Map.groupBy(participants, ({ personKey }) => personKey).values()];
  for (let from = 0; from < people.length; from += peopleAtOnce)
    yield people.slice(from, from + peopleAtOnce).flat();
}
