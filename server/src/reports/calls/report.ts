import type { AttendanceReport, ReportRow } from '../../../../contract/operations/reports.ts';
import { timestamp } from '../../platform/clock.ts';
import { mapInTurns } from '../../platform/concurrency/turns.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import type { VoteOfCall } from '../chat/chat.store.ts';
import type { AbsentRow } from '../people/absent.store.ts';
import { presenceBy } from '../people/attendance-rule.ts';
import {
  circumstancesOf,
  detailsOf,
  isoTimeOf,
  presentEntries,
  type StatedPerson,
  statedBy,
  sumBy,
} from '../people/details.ts';
import { mostAtOnce } from '../people/intervals.ts';
import type { Interval, ParticipantInput } from '../people/model.ts';
import type { CallInput, CallSpanInput, Measure, PersonTimes } from './model.ts';
import type { CountsOfParticipant, ReportedCall } from './store.ts';
import { timesOfPerson, visitsByPerson } from './times.ts';

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
  rule: AttendanceRule;
  call: LoadedCall;
  counts: CountsOfParticipant[];
  votes: VoteOfCall[];
  absent: AbsentRow[];
}

/** One person of a call: their participants in the order in which they joined, and what they did. */
export interface PersonOfCall extends StatedPerson {
  times: PersonTimes;
  isOnline: boolean;
}

/** A call with its people. */
export interface LoadedCall extends CallSpanInput {
  /** In the order of their first entry. */
  people: PersonOfCall[];
  /** The key of the person behind each participant. */
  personKeys: Map<string, string>;
}

/** @param own the participants of the person */
const personOf = (call: CallInput, times: PersonTimes, own: ParticipantInput[]): PersonOfCall => ({
  times,
  ...statedBy(own),
  isOnline: !call.isFinal && times.lastExitAt === call.until,
});

/** The people of a call, in any order. */
export async function peopleOfCall(call: CallInput): Promise<PersonOfCall[]> {
  const participants = Map.groupBy(call.participants, ({ personKey }) => personKey);
  return mapInTurns(visitsByPerson(call), ([key, visits]) =>
    personOf(call, timesOfPerson(call, key, visits), participants.get(key) ?? []),
  );
}

export const byFirstEntry = (a: PersonOfCall, b: PersonOfCall): number =>
  a.times.firstEntryAt - b.times.firstEntryAt || (a.participantId < b.participantId ? -1 : 1);

/** The actions of a person besides media, over all of their participants. */
interface ActionsOfPerson {
  counts: CountsOfParticipant[];
  votes: VoteOfCall[];
}

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
    ...presentEntries({ ...times, isOnline: person.isOnline }),
    onlineDuration: durations.online,
    onlineDurationWithActiveTab: durations.tab,
    activeMicrophoneDuration: durations.microphone,
    activeCameraDuration: durations.camera,
    screenSharingDuration: durations.screen,
    speakingDuration: durations.speaking,
    chatMessagesCount: sumBy(counts, ({ messages }) => messages),
    reactionsCount: sumBy(counts, ({ reactions }) => reactions),
    handRaisesCount: sumBy(counts, ({ hands }) => hands),
    pollAnswersCount: votes.length,
    polls: votes.map(({ question, answer }) => ({ question, answer })),
    ...circumstancesOf(person),
    ...presenceBy({ online: times.milliseconds.online, length: call.until - call.start }, rule),
    intervals: { online: times.online, ...times.activities },
  };
}

function rowsOf(input: ReportInput): Promise<TableRow[]> {
  const { people, personKeys: keys } = input.call;
  const counts = Map.groupBy(input.counts, ({ participantId }) => keys.get(participantId));
  const votes = Map.groupBy(input.votes, ({ participantId }) => keys.get(participantId ?? ''));
  return mapInTurns(people, (person) => {
    const key = person.times.personKey;
    return rowOf(input, person, { counts: counts.get(key) ?? [], votes: votes.get(key) ?? [] });
  });
}

/** The highest number of people online at once. A person whose visit had no length counts, too. */
const mostPeopleOf = (people: PersonOfCall[]): number =>
  Math.max(mostAtOnce(people.map(({ times }) => times.online)), Math.min(people.length, 1));

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
      isSample: reported.isSample,
      startedAt: isoTimeOf(call.start),
      finishedAt: call.isFinal ? isoTimeOf(call.until) : null,
      duration: Math.floor((call.until - call.start) / 1000),
    },
    rule,
    totals: {
      people: participants.length,
      present: participants.filter(({ isPresent }) => isPresent).length,
      visits: sumBy(participants, ({ visits }) => visits),
      mostPeople: mostPeopleOf(call.people),
      onlineDuration: sumBy(participants, ({ onlineDuration }) => onlineDuration),
      absent,
    },
    participants,
  };
}
