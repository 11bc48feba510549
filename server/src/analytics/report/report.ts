import type { AttendanceReport, ReportRow } from '../../../../contract/operations/analytics.ts';
import { timestamp } from '../../platform/clock.ts';
import { mapInTurns } from '../../platform/concurrency/turns.ts';
import type { VoteOfCall } from './chat.store.ts';
import type {
  CallInput,
  CallSpanInput,
  Interval,
  Measure,
  ParticipantInput,
  PersonTimes,
  PresenceRule,
} from './model.ts';
import { curveOf, presenceOf, timesOfPerson, visitsByPerson } from './people.ts';
import type { AbsentRow, CountsOfParticipant, ReportedCall } from './store.ts';

/** A row of a report, without its intervals. */
export type RowHead = Omit<ReportRow, 'intervals'>;
/** Its intervals are numbers: the texts of all intervals of a large call would take most of the memory. */
export type TableRow = RowHead & { intervals: Record<Measure, Interval[]> };
/** A report before it is written in a format. */
export type ReportTable = Omit<AttendanceReport, 'participants'> & { participants: TableRow[] };

/** Everything that a report is made of. */
export interface ReportInput {
  reported: ReportedCall;
  generatedAt: Date;
  rule: PresenceRule;
  call: LoadedCall;
  counts: CountsOfParticipant[];
  votes: VoteOfCall[];
  absent: AbsentRow[];
}

const at = (milliseconds: number): string => timestamp(new Date(milliseconds));

export const presentIntervals = (intervals: Interval[]) =>
  intervals.map(({ start, end }) => ({ startedAt: at(start), endedAt: at(end) }));

/** The rows of each key, in their order. */
export function grouped<T>(rows: readonly T[], keyOf: (row: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** One person of a call: their participants in the order in which they joined, and what they did. */
export interface PersonOfCall {
  times: PersonTimes;
  /** The participant with the newest details. */
  newest: ParticipantInput;
  /** The id of the first participant. */
  participantId: string;
  isErased: boolean;
  isOnline: boolean;
}

/** A call with its people. */
export interface LoadedCall extends CallSpanInput {
  /** In the order of their first entry. */
  people: PersonOfCall[];
  /** The key of the person behind each participant. */
  personKeys: Map<string, string>;
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

/** @param own the participants of the person */
const personOf = (call: CallInput, times: PersonTimes, own: ParticipantInput[]): PersonOfCall => ({
  times,
  ...statedBy(own),
  isOnline: !call.isFinal && times.lastExitAt === call.until,
});

/** The people of a call, in any order. */
export async function peopleOfCall(call: CallInput): Promise<PersonOfCall[]> {
  const participants = grouped(call.participants, ({ personKey }) => personKey);
  return mapInTurns(visitsByPerson(call), ([key, visits]) =>
    personOf(call, timesOfPerson(call, key, visits), participants.get(key) ?? []),
  );
}

export const byFirstEntry = (a: PersonOfCall, b: PersonOfCall): number =>
  a.times.firstEntryAt - b.times.firstEntryAt || (a.participantId < b.participantId ? -1 : 1);

/** A person as their participants state them. */
export type StatedPerson = Pick<PersonOfCall, 'newest' | 'isErased' | 'participantId'>;

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

export const presentEntries = ({ times, isOnline }: PersonOfCall) => ({
  firstEntryAt: at(times.firstEntryAt),
  lastExitAt: isOnline ? null : at(times.lastExitAt),
  visits: times.visits,
});

/** The actions of a person besides media, over all of their participants. */
interface ActionsOfPerson {
  counts: CountsOfParticipant[];
  votes: VoteOfCall[];
}

const sumOf = <T>(rows: readonly T[], get: (row: T) => number) =>
  rows.reduce((sum, row) => sum + get(row), 0);

function rowOf(
  { call, rule }: ReportInput,
  person: PersonOfCall,
  { counts, votes }: ActionsOfPerson,
): TableRow {
  const { times } = person;
  const { durations } = times;
  return {
    participantId: person.participantId,
    ...detailsOf(person),
    ...presentEntries(person),
    onlineDuration: durations.online,
    onlineDurationWithActiveTab: durations.tab,
    activeMicrophoneDuration: durations.microphone,
    activeCameraDuration: durations.camera,
    screenSharingDuration: durations.screen,
    speakingDuration: durations.speaking,
    chatMessagesCount: sumOf(counts, ({ messages }) => messages),
    reactionsCount: sumOf(counts, ({ reactions }) => reactions),
    handRaisesCount: sumOf(counts, ({ hands }) => hands),
    pollAnswersCount: votes.length,
    polls: votes.map(({ question, answer }) => ({ question, answer })),
    ...circumstancesOf(person),
    share: times.share,
    ...presenceOf(times, call, rule),
    intervals: { online: times.online, ...times.activities },
  };
}

function rowsOf(input: ReportInput): Promise<TableRow[]> {
  const { people, personKeys: keys } = input.call;
  const counts = grouped(input.counts, ({ participantId }) => keys.get(participantId));
  const votes = grouped(input.votes, ({ participantId }) => keys.get(participantId ?? ''));
  return mapInTurns(people, (person) => {
    const key = person.times.personKey;
    return rowOf(input, person, { counts: counts.get(key) ?? [], votes: votes.get(key) ?? [] });
  });
}

/** The highest number of people online at once. A person whose visit had no length counts, too. */
const mostPeopleOf = (people: PersonOfCall[]): number =>
  curveOf(people.map(({ times }) => times)).reduce(
    (most, point) => Math.max(most, point.people),
    Math.min(people.length, 1),
  );

/** The report of a call: one row for each person. */
export async function buildReport(input: ReportInput): Promise<ReportTable> {
  const { reported, call, rule, absent } = input;
  const participants = await rowsOf(input);
  return {
    version: 1,
    revision: reported.revision,
    generatedAt: timestamp(input.generatedAt),
    isFinal: call.isFinal,
    call: {
      id: reported.id,
      roomId: reported.roomId,
      roomName: reported.roomName,
      roomType: reported.roomType,
      startedAt: at(call.start),
      finishedAt: call.isFinal ? at(call.until) : null,
      duration: Math.floor((call.until - call.start) / 1000),
    },
    rule,
    totals: {
      people: participants.length,
      present: participants.filter(({ isPresent }) => isPresent).length,
      visits: sumOf(participants, ({ visits }) => visits),
      mostPeople: mostPeopleOf(call.people),
      onlineDuration: sumOf(participants, ({ onlineDuration }) => onlineDuration),
      absent,
    },
    participants,
  };
}
