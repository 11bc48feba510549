import { type RawBuilder, sql } from 'kysely';
import { participantsOfCaller } from '../../calls/calls.ts';
import type { Db } from '../../platform/db/db.ts';
import { hasRows } from '../../platform/db/rows.ts';
import type { Caller } from '../../platform/http/access/caller.ts';

/** A query for the ids of the calls in which the caller was a moderator, as far as they may still see what remains. */
export const callsModeratedBy = (caller: Caller): RawBuilder<unknown> => sql`
  SELECT v.call_id FROM participants p
  JOIN visits v ON v.participant_id = p.id
  JOIN calls c ON c.id = v.call_id AND NOT c.is_sample
  CROSS JOIN LATERAL past_call_standing(p, v.call_id) st
  WHERE p.id IN (${participantsOfCaller(caller) ?? sql`NULL`}) AND p.role = 'moderator' AND st.may_see`;

export const hasModerated = (db: Db, caller: Caller, callId: string): Promise<boolean> =>
  hasRows(db)`SELECT FROM (${callsModeratedBy(caller)}) m WHERE m.call_id = ${callId}`;
