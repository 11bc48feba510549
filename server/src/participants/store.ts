import { type RawBuilder, sql } from 'kysely';
import { after, now, seconds } from '../platform/clock.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { arrayOf, prepared } from '../platform/db/prepared.ts';
import { execute, selectAll, selectColumn, selectFirst, selectValue } from '../platform/db/rows.ts';
import { snakeCased } from '../platform/db/tables.ts';
import type { Room } from '../rooms/rooms.ts';
import type { EntryDevice } from './entry/device.ts';
import type { EarlierAnswers } from './entry/form.ts';
import { type Participant, type PersonKey, sessionsSince } from './participant.ts';
import { silentAfterMs } from './waiting/admission.store.ts';

/** A viewer of a playback whose last report is older does not count as present. */
export const presentSeconds = 15;

/** The pages of viewers who are present have reported since this moment (`is_reporting`). */
export const presentSince = (at: Date): Date => after(-seconds(presentSeconds), at);

const participantsWhere = (rest: RawBuilder<unknown>) => sql<Participant>`${prepared}
  SELECT p.id, p.room_id AS "roomId", r.kind AS "roomKind", r.space_id AS "spaceId",
    p.link_id AS "linkId", p.user_id AS "userId",
    p.browser_hash AS "browserHash", p.name, s.role, p.external_user_id AS "externalUserId", p.origin,
    p.is_speaking_allowed AS "isSpeakingAllowed",
    s.is_in_call AS "isInCall",
    CASE r.kind
      WHEN 'playback' THEN EXISTS (
        SELECT FROM (SELECT closed_at, seen_at FROM viewings WHERE participant_id = p.id OFFSET 0) v
        WHERE is_reporting(v.closed_at, v.seen_at, ${presentSince(now())})
      )
      -- OFFSET 0 makes the planner read the visits of the participant: it would read the open visits of everybody, too.
      ELSE EXISTS (
        SELECT FROM (SELECT exited_at FROM visits WHERE participant_id = p.id OFFSET 0) v WHERE v.exited_at IS NULL
      )
    END AS "isPresent",
    p.created_at AS "createdAt", p.removed_at AS "removedAt", p.seen_at AS "seenAt",
    s.admission, s.waits_for AS "waitsFor", r.opens_at AS "opensAt", p.email, p.phone, p.fields,
    CASE s.admission WHEN 'waiting' THEN (
      SELECT c.waiting_message FROM calls c
      WHERE c.room_id = p.room_id AND c.finished_at IS NULL AND EXISTS (SELECT FROM moderators_in_call(p.room_id))
    ) END AS "waitingMessage"
  FROM participants p CROSS JOIN LATERAL standing_of(p) s JOIN rooms r ON r.id = p.room_id JOIN spaces g ON g.id = r.space_id
  ${rest}`;

export async function participantById(db: Db, id: string): Promise<Participant | undefined> {
  const { rows } = await participantsWhere(sql`WHERE p.id = ${id}`).execute(db);
  return rows[0];
}

export async function participantsByIds(db: Db, ids: string[]): Promise<Participant[]> {
  const { rows } = await participantsWhere(sql`WHERE p.id = ANY (${ids})`).execute(db);
  return rows;
}

/** Participants who entered by one of these links and were in a running call, or may still have a session. */
export const participantsOfLinks = (db: Db, linkIds: string[]) =>
  selectAll<{ id: string; roomId: string }>(db)`
    SELECT p.id, p.room_id AS "roomId" FROM participants p CROSS JOIN LATERAL standing_of(p) s
    WHERE p.link_id = ANY (${linkIds}) AND (p.created_at > ${sessionsSince()} OR s.is_in_call)`;

/** The participants present in the room's call, those who wait, or both. */
function idsInCall(roomId: string, status: ParticipantFilter['status']): RawBuilder<unknown> {
  const present = sql`
    SELECT v.participant_id FROM calls c JOIN visits v ON v.call_id = c.id
    WHERE c.room_id = ${roomId} AND c.finished_at IS NULL AND v.exited_at IS NULL`;
  const waiting = sql`
    SELECT p.id FROM participants p CROSS JOIN LATERAL standing_of(p) s
    WHERE p.room_id = ${roomId} AND s.is_waiting AND p.seen_at > ${after(-silentAfterMs)}`;
  if (status === 'removed') return sql`SELECT x.participant_id FROM removals x WHERE x.room_id = ${roomId}`;
  if (status === undefined) return sql`${present} UNION ALL ${waiting}`;
  return status === 'admitted' ? present : waiting;
}

/** The people who watch a session of the playback now. Nobody waits there. */
const idsOfViewers = (playbackId: string, { status, sessionId }: ParticipantFilter) => sql`
  SELECT v.participant_id FROM viewings v JOIN playback_sessions s ON s.id = v.session_id
  WHERE s.playback_id = ${playbackId} AND is_reporting(v.closed_at, v.seen_at, ${presentSince(now())})
    AND ${status !== 'waiting'}
    ${sessionId === undefined ? sql`` : sql`AND s.id = ${sessionId}`}`;

export interface ParticipantFilter {
  status?: 'admitted' | 'waiting' | 'removed' | undefined;
  /** A part of the name. */
  search?: string | undefined;
  /** A session of a playback. */
  sessionId?: string | undefined;
}

/** Lists the participants who are present in the room's call or watch the playback, and those who wait. */
export async function listParticipants(
  db: Db,
  { id, kind }: Pick<Room, 'id' | 'kind'>,
  { page, ...filter }: ParticipantFilter & { page: Page },
): Promise<{ items: Participant[]; total: number }> {
  const { search, status, sessionId } = filter;
  const isOfSession = status !== 'removed' && (kind === 'playback' || sessionId !== undefined);
  const conditions = [sql`p.id IN (${isOfSession ? idsOfViewers(id, filter) : idsInCall(id, status)})`];
  // The page of a removed viewer is open for some moments.
  if (isOfSession) conditions.push(sql`p.removed_at IS NULL`);
  if (search !== undefined) conditions.push(containsText(sql`p.name`, search));
  const those = sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  const direction = sqlDirectionOf(page);
  const { rows } = await participantsWhere(
    sql`${those} ORDER BY p.id ${direction} ${sqlLimitOf(page)}`,
  ).execute(db);
  return withTotal(db, rows, { page, all: sql`FROM participants p ${those}` });
}

/** Why a moderator's decision keeps a person out of the running call. */
export type EntryBan = 'removed_from_call' | 'entry_refused';

/**
 * Finds what keeps this person out of the running call. MATERIALIZED keeps the values from the planner: it would plan
 * the statement anew for each of them.
 */
export const findEntryBan = async (db: Db, person: PersonKey) =>
  (await selectValue<EntryBan | null>(db)`${prepared}
    WITH e (room_id, link_id, user_id, browser_hash, external_user_id, role) AS MATERIALIZED (VALUES (
      ${person.roomId}::text, ${person.linkId}::text, ${person.userId}::text, ${person.browserHash}::bytea,
      ${person.externalUserId}::text, ${person.role}::text
    ))
    SELECT (
      SELECT max(x.ban) FROM removals_of_person(
        e.room_id, e.link_id, e.user_id, e.browser_hash, e.external_user_id, e.role, NULL
      ) x
    ) AS ban FROM e`) ?? null;

/** Finds what keeps an existing participant out of the running call. */
export const findReturnBan = async (db: Db, id: string) =>
  (await selectValue<EntryBan | null>(db)`${prepared}
    SELECT CASE WHEN NOT s.account_admits THEN 'removed_from_call' ELSE s.ban END AS ban
    FROM participant_standing s WHERE s.participant_id = ${id}`) ?? null;

/** Whether the account may enter the room; without an account, whether anybody may. */
export const mayEnterByAccount = async (db: Db, { roomId, userId }: Pick<PersonKey, 'roomId' | 'userId'>) =>
  (await selectValue<boolean>(db)`
    SELECT s.may_enter AS "mayEnter" FROM room_standing(${roomId}, ${userId}) s`) ?? false;

type Exclusion = 'removed_from_call' | 'link_used';

/** Finds why a participant may no longer be in the call; null: they may. A deleted participant counts as removed. */
export async function findExclusion(db: Db, id: string): Promise<Exclusion | null> {
  const found = await selectValue<Exclusion | null>(db)`${prepared}
    SELECT s.exclusion FROM participant_standing s WHERE s.participant_id = ${id}`;
  return found === undefined ? 'removed_from_call' : found;
}

/** The ids of participants who may be in their rooms. */
export const filterAdmitted = async (db: Db, ids: string[]) =>
  new Set(
    await selectColumn(db)`${prepared}
    SELECT s.participant_id AS id FROM participant_standing s
    WHERE s.participant_id = ANY (${arrayOf(ids, 'text')}) AND s.is_admitted`,
  );

/** Whether the room's meeting of the BigBlueButton API admits no more people than are in it besides this participant. */
export const isMeetingFull = async (db: Db, { id, roomId }: { id: string | null; roomId: string }) =>
  (await selectValue<boolean>(db)`SELECT is_meeting_full(${roomId}, ${id}) AS "isFull"`) === true;

/** Serializes entries of a browser into a room, so that concurrent entries do not create two participants. */
export async function lockEntry(trx: Db, { roomId, browserHash }: PersonKey): Promise<void> {
  const name = `${roomId}:${browserHash.toString('base64')}`;
  // Locks the room too: its entry form must not change before the entry is stored.
  await execute(trx)`${prepared}
    SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0)) FROM rooms WHERE id = ${roomId} FOR KEY SHARE
  `;
}

/**
 * Finds the participant of the same credential and browser whom this entry continues: in the running call, or not
 * connected yet.
 */
export async function findReturningParticipant(
  trx: Db,
  person: PersonKey,
): Promise<(EarlierAnswers & { id: string }) | undefined> {
  // OFFSET 0: for the order the planner would read everybody in the room, latest first.
  return selectFirst<EarlierAnswers & { id: string }>(trx)`${prepared}
    SELECT p.id, p.email, p.phone, p.fields
    FROM (
      SELECT * FROM participants
      WHERE browser_hash = ${person.browserHash} AND room_id = ${person.roomId} OFFSET 0
    ) p
    WHERE p.link_id IS NOT DISTINCT FROM ${person.linkId}
      AND p.user_id IS NOT DISTINCT FROM ${person.userId}
      AND p.removed_at IS NULL AND p.admission <> 'refused' AND (
        SELECT NOT s.is_account_revoked
          AND (s.is_in_call OR NOT EXISTS (SELECT FROM visits WHERE participant_id = p.id OFFSET 0))
        FROM participant_standing s WHERE s.participant_id = p.id
      )
    ORDER BY p.id DESC LIMIT 1`;
}

/** The data of a participant that each entry updates. */
export interface EntryDetails
  extends Pick<Participant, 'name' | 'role' | 'email' | 'phone' | 'fields' | 'origin'> {
  device: EntryDevice;
}

export interface NewParticipant extends PersonKey, EntryDetails {
  id: string;
  externalMeetingId: string | null;
}

export async function insertParticipant(trx: Db, person: NewParticipant): Promise<void> {
  await trx
    .insertInto('participants')
    .values({ ...written(person), created_at: now() })
    .execute();
}

const written = <D extends EntryDetails>({ fields, origin, device, ...details }: D) => ({
  ...snakeCased(details),
  fields: JSON.stringify(fields),
  origin: JSON.stringify(origin),
  device: JSON.stringify(device),
});

/** A role and a name that a moderator gave in the call stay. */
export async function updateEntryDetails(trx: Db, id: string, told: EntryDetails): Promise<void> {
  const { name, role, ...rest } = written(told);
  await trx
    .updateTable('participants')
    .set({
      ...rest,
      name: sql<string>`CASE WHEN is_name_given THEN name ELSE ${name} END`,
      role: sql<EntryDetails['role']>`CASE WHEN role_before IS NULL THEN ${role} ELSE role END`,
    })
    .where('id', '=', id)
    .execute();
}

export const setJoinedAt = (db: Db, id: string) =>
  execute(db)`UPDATE participants SET joined_at = ${now()} WHERE id = ${id} AND joined_at IS NULL`;

/** Stores the first call of a participant. */
export const setFirstCall = (trx: Db, id: string, callId: string) =>
  execute(trx)`UPDATE participants SET call_id = ${callId} WHERE id = ${id} AND call_id IS NULL`;

/** Marks the participant as removed and stores the running call in the row. */
export const setRemovedAt = (db: Db, id: string) => execute(db)`
    UPDATE participants p SET removed_at = ${now()},
      call_id = coalesce(
        (SELECT c.id FROM calls c WHERE c.room_id = p.room_id AND c.finished_at IS NULL), p.call_id
      )
    WHERE p.id = ${id} AND p.removed_at IS NULL`;

/** Lets a removed or refused person enter again. @returns the ids of their participants that kept them out */
export const readmit = (db: Db, id: string) => selectColumn(db)`
    WITH kept_out AS MATERIALIZED (
      SELECT r.participant_id
      FROM participants p
      CROSS JOIN LATERAL removals_of_person(
        p.room_id, p.link_id, p.user_id, p.browser_hash, p.external_user_id, p.role, NULL
      ) r
      WHERE p.id = ${id}
      UNION
      SELECT r.participant_id FROM removals r WHERE r.participant_id = ${id}
    )
    UPDATE participants x SET removed_at = NULL,
      admission = CASE x.admission WHEN 'refused' THEN 'waiting' ELSE x.admission END,
      decided_at = CASE x.admission WHEN 'refused' THEN NULL ELSE x.decided_at END
    FROM kept_out k
    WHERE x.id = k.participant_id AND (x.removed_at IS NOT NULL OR x.admission = 'refused')
    RETURNING x.id`;

export const setSpeakingAllowed = (db: Db, id: string, isAllowed: boolean) =>
  execute(db)`UPDATE participants SET is_speaking_allowed = ${isAllowed} WHERE id = ${id}`;
