import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';

/** A person in a call; the same `browser` or `externalUserId` is the same person in another call. */
export interface PastPerson {
  name: string;
  browser?: string;
  externalUserId?: string;
  email?: string;
  isErased?: boolean;
  /** The part of the call, 0 to 1, from its start. */
  share: number;
}

export interface PastCall {
  startedAt: Date;
  minutes: number;
  people: PastPerson[];
}

const minute = 60_000;

/**
 * Inserts finished calls with one visit of each person, also many at once.
 * @returns the ids of the calls
 */
export async function insertPastCalls(
  db: Db,
  { spaceId, roomId }: { spaceId: string; roomId: string },
  calls: PastCall[],
): Promise<string[]> {
  const ids = calls.map(() => newId());
  const endOf = ({ startedAt, minutes }: PastCall, share: number): Date =>
    new Date(startedAt.getTime() + minutes * minute * share);
  const callRows = calls.map((call, index) => ({
    ...{ id: ids[index], started_at: call.startedAt, finished_at: endOf(call, 1) },
    most_present: call.people.length,
  }));
  const visitRows = calls.flatMap((call, index) =>
    call.people.map(
      ({ name, browser = name, externalUserId = null, email = null, isErased = false, share }) => ({
        ...{ id: newId(), call_id: ids[index], name, browser, external_user_id: externalUserId, email },
        ...{ is_erased: isErased, entered_at: call.startedAt, exited_at: endOf(call, share) },
      }),
    ),
  );
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, empty_since, finished_at, most_present)
    SELECT id, ${roomId}, ${spaceId}, 'business', 'lesson', started_at, finished_at, finished_at, most_present
    FROM jsonb_to_recordset(${JSON.stringify(callRows)}::jsonb)
      AS c(id text, started_at timestamptz, finished_at timestamptz, most_present int)`.execute(db);
  const visits = sql`jsonb_to_recordset(${JSON.stringify(visitRows)}::jsonb)
    AS v(id text, call_id text, name text, browser text, external_user_id text, email text,
      is_erased boolean, entered_at timestamptz, exited_at timestamptz)`;
  await sql`
    INSERT INTO participants
      (id, room_id, call_id, browser_hash, name, role, external_user_id, email, origin, created_at, erased_at)
    SELECT id, ${roomId}, call_id, decode(md5(browser), 'hex'), name, 'user', external_user_id, email, '{}', entered_at,
      CASE WHEN is_erased THEN entered_at END
    FROM ${visits}`.execute(db);
  await sql`
    INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at, exited_at)
    SELECT id, call_id, id, id, id, entered_at, exited_at FROM ${visits}`.execute(db);
  await sql`ANALYZE calls, participants, visits`.execute(db);
  return ids;
}
