import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { selectAll } from '../../platform/db/rows.ts';

/** A person in several finished calls. */
interface PersonOfCalls {
  /** The newest name in the newest of the calls. */
  name: string;
  /** In the newest of the calls. */
  role: 'user' | 'moderator';
  externalUserId: string | null;
  isErased: boolean;
  /** The milliseconds online by call, overlapping visits once, within the call. */
  onlineByCall: Record<string, number>;
}

/** The visits `v` of calls `c` with their participants `p`. One lookup for each: a join reads the calls of all groups. */
const visitsOf = (callIds: string[]) => sql`
  FROM (SELECT * FROM calls WHERE id = ANY (${callIds}) OFFSET 0) c
  CROSS JOIN LATERAL (SELECT * FROM visits WHERE call_id = c.id OFFSET 0) v
  CROSS JOIN LATERAL (SELECT * FROM participants WHERE id = v.participant_id OFFSET 0) p
  WHERE v.entered_at <= coalesce(v.exited_at, c.finished_at)`;

/** A person and one of their contacts. */
interface ContactOfPerson {
  /** By the interface: by own id, account or browser. */
  participantKey: string;
  /** The same, until contacts join people. */
  personKey: string;
  contact: string;
}

/** The contacts of the people of finished calls. */
export const contactsOfCalls = (db: Db, callIds: string[]) => selectAll<ContactOfPerson>(db)`
    SELECT key AS "participantKey", key AS "personKey", contact
    FROM (
      SELECT DISTINCT person_key(p.external_user_id, p.user_id, p.browser_hash) AS key,
        contact_key(p.external_user_id, p.user_id, p.email, p.name) AS contact
      ${visitsOf(callIds)}
    ) k
    WHERE contact IS NOT NULL
    ORDER BY key, contact`;

interface CallsOfPeople {
  callIds: string[];
  /** The people whom contacts joined. */
  joined: ContactOfPerson[];
}

/**
 * The people of finished calls with their time in each. The database adds the times up, because 1,000 people in 100
 * calls have 100,000 visits or more.
 */
export const peopleWithTimes = (db: Db, { callIds, joined }: CallsOfPeople) => selectAll<PersonOfCalls>(db)`
    WITH joined AS (
      SELECT DISTINCT participant_key, person_key FROM unnest(
        ${joined.map(({ participantKey }) => participantKey)}::text[],
        ${joined.map(({ personKey }) => personKey)}::text[]
      ) AS j (participant_key, person_key)
    ),
    visits_of_calls AS (
      SELECT c.id AS call_id, c.started_at AS call_started_at, person_key(p.external_user_id, p.user_id, p.browser_hash) AS participant_key, p.id AS participant_id,
        p.name, p.role, p.external_user_id, p.created_at, p.erased_at,
        date_trunc('milliseconds', greatest(v.entered_at, c.started_at)) AS online_from,
        date_trunc('milliseconds', least(v.exited_at, c.finished_at)) AS online_until
      ${visitsOf(callIds)}
    ),
    attended AS (
      SELECT call_id, call_started_at, coalesce(j.person_key, v.participant_key) AS person_key,
        bool_or(erased_at IS NOT NULL) AS is_erased,
        (array_agg(name ORDER BY created_at DESC, participant_id DESC))[1] AS name,
        (array_agg(role ORDER BY created_at DESC, participant_id DESC))[1] AS role,
        max(external_user_id) AS external_user_id,
        range_agg(tstzrange(online_from, online_until)) AS online
      FROM visits_of_calls v LEFT JOIN joined j USING (participant_key)
      WHERE online_from <= online_until
      GROUP BY 1, 2, 3
    )
    SELECT (array_agg(name ORDER BY call_started_at DESC, call_id DESC))[1] AS name,
      (array_agg(role ORDER BY call_started_at DESC, call_id DESC))[1] AS role,
      max(external_user_id) AS "externalUserId",
      (array_agg(is_erased ORDER BY call_started_at DESC, call_id DESC))[1] AS "isErased",
      jsonb_object_agg(call_id, (
        SELECT coalesce(round(sum(extract(epoch FROM upper(times) - lower(times))) * 1000), 0)
        FROM unnest(online) times
      )) AS "onlineByCall"
    FROM attended
    GROUP BY person_key
    ORDER BY person_key`;
