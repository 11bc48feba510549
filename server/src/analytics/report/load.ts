import type { Db } from '../../platform/db/db.ts';
import { type MessageOfCall, votesOfCall } from './chat.store.ts';
import { attendedCall, type CallSpan } from './gathering.store.ts';
import type { CallSpanInput, ParticipantInput, PresenceRule } from './model.ts';
import {
  byFirstEntry,
  type LoadedCall,
  type PersonOfCall,
  peopleOfCall,
  type ReportInput,
} from './report.ts';
import { readSmallCall } from './small-call.store.ts';
import {
  absentFromCall,
  bareVisitsOf,
  countsOfCall,
  fullVisitsOf,
  participantsWhoAttended,
  type ReportedCall,
} from './store.ts';

/** The end of a call; of a running one, `at`, unless another node began it by a clock that is ahead. */
const endOf = ({ startedAt, finishedAt }: ReportedCall, at: Date): Date =>
  finishedAt ?? (at < startedAt ? startedAt : at);

const timesOf = (reported: ReportedCall, at: Date): CallSpanInput => ({
  start: reported.startedAt.getTime(),
  until: endOf(reported, at).getTime(),
  isFinal: reported.finishedAt !== null,
});

/** People whose visits are in memory at once. */
const peopleAtOnce = 500;

/** Splits the participants so that all of one person are in the same part. */
export function* peopleInParts(participants: ParticipantInput[]): Generator<ParticipantInput[]> {
  const people = [...Map.groupBy(participants, ({ personKey }) => personKey).values()];
  for (let from = 0; from < people.length; from += peopleAtOnce)
    yield people.slice(from, from + peopleAtOnce).flat();
}

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
  }: { at: Date; viewerId?: string | undefined; readVisits?: typeof fullVisitsOf },
): Promise<LoadedCall> {
  const span = timesOf(reported, at);
  const { until } = span;
  const participants = await participantsWhoAttended(db, {
    attended: attendedCall(reported.id),
    viewerId,
  });
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

/** The time that counts for a call; of a running one, until `at`. */
export const spanOf = (reported: ReportedCall, at: Date): CallSpan => ({
  callId: reported.id,
  roomId: reported.roomId,
  from: reported.startedAt,
  until: endOf(reported, at),
});

interface LoadSettings {
  generatedAt: Date;
  viewerId: string | undefined;
  /** These fields replace those of the room. */
  rule: Partial<PresenceRule>;
}

/** Reads everything for the report of a call that may have many people. */
export async function loadReport(
  db: Db,
  reported: ReportedCall,
  { generatedAt, viewerId, rule }: LoadSettings,
): Promise<ReportInput> {
  const span = spanOf(reported, generatedAt);
  return {
    reported,
    generatedAt,
    rule: { ...reported.rule, ...rule },
    call: await loadCall(db, reported, { at: generatedAt, viewerId, readVisits: fullVisitsOf }),
    counts: await countsOfCall(db, span),
    votes: await votesOfCall(db, span),
    absent: await absentFromCall(db, span),
  };
}

/** Reads the same for a call with few visits, by one statement, with its messages. */
export async function loadSmallReport(
  db: Db,
  known: ReportedCall,
  { generatedAt, viewerId, rule, withMessages }: LoadSettings & { withMessages: boolean },
): Promise<{ input: ReportInput; messages: MessageOfCall[] }> {
  const span = spanOf(known, generatedAt);
  const { reported, participants, visits, messages, ...rest } = await readSmallCall(db, {
    reported: known,
    ...{ span, viewerId, withMessages },
  });
  const times = timesOf(reported, generatedAt);
  const people = await peopleOfCall({ ...times, participants, visits });
  const call = loadedCall(times, people, participants);
  return { input: { reported, generatedAt, rule: { ...reported.rule, ...rule }, call, ...rest }, messages };
}
