import type { Db } from '../../platform/db/db.ts';
import type { ReportReading } from '../builds/kind.ts';
import { type MessageOfCall, readGatheringVotes } from '../chat/chat.store.ts';
import { absentFrom } from '../people/absent.store.ts';
import { peopleInParts } from '../people/details.ts';
import type { Gathering } from '../people/gathering.store.ts';
import type { ParticipantInput } from '../people/model.ts';
import { participantsWhoAttended } from '../people/participants.store.ts';
import type { CallSpanInput } from './model.ts';
import {
  byFirstEntry,
  type LoadedCall,
  type PersonOfCall,
  peopleOfCall,
  type ReportInput,
} from './report.ts';
import { readSmallCall } from './small-call.store.ts';
import { bareVisitsOf, countsOfCall, fullVisitsOf, gatheringOfCall, type ReportedCall } from './store.ts';

const spanOf = ({ finishedAt }: ReportedCall, { from, until }: Gathering): CallSpanInput => ({
  start: from.getTime(),
  until: until.getTime(),
  isFinal: finishedAt !== null,
});

/**
 * Reads the people of a call with their times. A running call ends at `at`.
 * @param viewerId the account that sees the contacts; without one they are not read
 * @param readVisits reads the visits with or without the activities in them
 */
export async function loadCall(
  db: Db,
  reported: ReportedCall,
  {
    at,
    viewerId,
    readVisits = bareVisitsOf,
  }: { at: Date; viewerId?: string; readVisits?: typeof fullVisitsOf },
): Promise<LoadedCall> {
  const gathering = gatheringOfCall(reported, at);
  const span = spanOf(reported, gathering);
  const { until } = span;
  const participants = await participantsWhoAttended(db, { ...gathering, viewerId });
  const people: PersonOfCall[] = [];
  for (const part of peopleInParts(participants)) {
    const query = { callId: reported.id, participantIds: part.map(({ id }) => id), until };
    const visits = await readVisits(db, query);
    people.push(...(await peopleOfCall({ ...span, participants: part, visits })));
  }
  return loadedCall(span, people, participants);
}

const loadedCall = (
  span: CallSpanInput,
  people: PersonOfCall[],
  participants: ParticipantInput[],
): LoadedCall => ({
  ...span,
  people: people.sort(byFirstEntry),
  personKeys: new Map(participants.map(({ id, personKey }) => [id, personKey])),
});

/** Reads everything for the report of a call that may have many people. */
export async function loadReport(
  db: Db,
  reported: ReportedCall,
  { generatedAt, viewerId, rule }: ReportReading,
): Promise<ReportInput> {
  const gathering = gatheringOfCall(reported, generatedAt);
  return {
    reported,
    generatedAt,
    rule: { ...reported.rule, ...rule },
    call: await loadCall(db, reported, { at: generatedAt, viewerId, readVisits: fullVisitsOf }),
    counts: await countsOfCall(db, gathering),
    votes: await readGatheringVotes(db, gathering),
    absent: await absentFrom(db, gathering),
  };
}

/** Reads the same for a call with few visits, by one statement, with its messages. */
export async function loadSmallReport(
  db: Db,
  known: ReportedCall,
  { generatedAt, viewerId, rule, withMessages }: ReportReading & { withMessages: boolean },
): Promise<{ input: ReportInput; messages: MessageOfCall[] }> {
  const gathering = gatheringOfCall(known, generatedAt);
  const { reported, participants, visits, messages, ...rest } = await readSmallCall(db, {
    reported: known,
    ...{ gathering, viewerId, withMessages },
  });
  const span = spanOf(reported, gathering);
  const people = await peopleOfCall({ ...span, participants, visits });
  const call = loadedCall(span, people, participants);
  return { input: { reported, generatedAt, rule: { ...reported.rule, ...rule }, call, ...rest }, messages };
}
