import type { Db } from '../../platform/db/db.ts';
import type { CallInput, PresenceRule } from './model.ts';
import type { ReportInput } from './report.ts';
import {
  absentFromCall,
  bareVisitsOfCall,
  type CallSpan,
  countsOfCall,
  participantsOfCall,
  type ReportedCall,
  visitsOfCall,
  votesOfCall,
} from './store.ts';

/**
 * Reads the people and visits of a call. A running call ends at `at`.
 * @param viewerId the account that sees the contacts; without one they are not read
 * @param readVisits reads the visits with or without the activities in them
 */
export async function loadCall(
  db: Db,
  reported: ReportedCall,
  {
    at,
    viewerId,
    readVisits = bareVisitsOfCall,
  }: { at: Date; viewerId?: string | undefined; readVisits?: typeof visitsOfCall },
): Promise<CallInput> {
  const until = (reported.finishedAt ?? at).getTime();
  return {
    id: reported.id,
    start: reported.startedAt.getTime(),
    until,
    isFinal: reported.finishedAt !== null,
    participants: await participantsOfCall(db, { callId: reported.id, viewerId }),
    visits: await readVisits(db, reported.id, until),
  };
}

/** The time that counts for a call; of a running one, until `at`. */
export const spanOf = (reported: ReportedCall, at: Date): CallSpan => ({
  callId: reported.id,
  roomId: reported.roomId,
  from: reported.startedAt,
  until: reported.finishedAt ?? at,
});

/** Reads everything for the report of a call. Fields of `rule` replace those of the room. */
export async function loadReport(
  db: Db,
  reported: ReportedCall,
  {
    generatedAt,
    viewerId,
    rule,
  }: { generatedAt: Date; viewerId: string | undefined; rule: Partial<PresenceRule> },
): Promise<ReportInput> {
  const span = spanOf(reported, generatedAt);
  return {
    reported,
    generatedAt,
    rule: { ...reported.rule, ...rule },
    call: await loadCall(db, reported, { at: generatedAt, viewerId, readVisits: visitsOfCall }),
    counts: await countsOfCall(db, span),
    votes: await votesOfCall(db, span),
    absent: await absentFromCall(db, span),
  };
}
