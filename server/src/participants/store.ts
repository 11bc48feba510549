import { type RawBuilder, sql } from 'kysely';
import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { EarlierAnswers, FieldAnswer } from './entry/form.ts';
import type { Participant, Person } from './participant.ts';
import { currentRole } from './roles/store.ts';
import { currentAdmission, isRefused, isWaiting } from './waiting/admission.store.ts';

const inRunningCall = sql`
  FROM visits v JOIN calls c ON c.id = v.call_id AND c.finished_at IS NULL WHERE v.participant_id = p.id`;

/** Of a participant `p`: does the account that they came by let them stay? */
const accountStillAdmits = sql`(SELECT st.account_admits FROM participant_standing st WHERE st.participant_id = p.id)`;

const participantsWhere = (rest: RawBuilder<unknown>) => sql<Participant>`
  SELECT p.id, p.room_id AS "roomId", r.space_id AS "spaceId", p.link_id AS "linkId", p.user_id AS "userId",
    p.browser_hash AS "browserHash", p.name, ${currentRole} AS role, p.external_user_id AS "externalUserId", p.origin,
    p.is_speaking_allowed AS "isSpeakingAllowed",
    EXISTS (SELECT ${inRunningCall}) AS "isInCall",
    EXISTS (SELECT ${inRunningCall} AND v.exited_at IS NULL) AS "isPresent",
    p.created_at AS "createdAt", p.removed_at AS "removedAt", p.seen_at AS "seenAt",
    ${currentAdmission} AS admission
  FROM participants p JOIN rooms r ON r.id = p.room_id
  ${rest}`;

export async function participantById(db: Db, id: string): Promise<Participant | undefined> {
  const { rows } = await participantsWhere(sql`WHERE p.id = ${id}`).execute(db);
  return rows[0];
}

export async function participantsByIds(db: Db, ids: string[]): Promise<Participant[]> {
  const { rows } = await participantsWhere(sql`WHERE p.id = ANY (${ids})`).execute(db);
  return rows;
}

/** A participant's session is valid for this long (decisions.md, section 5). */
const sessionHours = 24;

/** Everybody who entered by one of these links and is in a running call, or may still have a session. */
export async function participantsOfLinks(
  db: Db,
  linkIds: string[],
): Promise<{ id: string; roomId: string; isPresent: boolean }[]> {
  const { rows } = await sql<{ id: string; roomId: string; isPresent: boolean }>`
    SELECT p.id, p.room_id AS "roomId", EXISTS (SELECT ${inRunningCall} AND v.exited_at IS NULL) AS "isPresent"
    FROM participants p
    WHERE p.link_id = ANY (${linkIds})
      AND (p.created_at > ${after(-seconds(sessionHours * 3600))} OR EXISTS (SELECT ${inRunningCall}))`.execute(
    db,
  );
  return rows;
}

export interface Page {
  limit: number;
  offset: number;
  order: 'asc' | 'desc';
}

/** Who is in the room's call at this moment, and who waits to be let in; or one kind of them. */
export async function listParticipants(
  db: Db,
  roomId: string,
  { status, ...page }: Page & { status?: 'admitted' | 'waiting' | undefined },
): Promise<{ items: Participant[]; total: number }> {
  const present = sql`
    SELECT v.participant_id FROM calls c JOIN visits v ON v.call_id = c.id
    WHERE c.room_id = ${roomId} AND c.finished_at IS NULL AND v.exited_at IS NULL`;
  const waiting = sql`SELECT p.id FROM participants p WHERE ${isWaiting(roomId)}`;
  const both = sql`${present} UNION ALL ${waiting}`;
  const those = sql`WHERE p.id IN (${status === 'admitted' ? present : status === 'waiting' ? waiting : both})`;
  const direction = page.order === 'asc' ? sql`ASC` : sql`DESC`;
  const { rows } = await participantsWhere(
    sql`${those} ORDER BY p.id ${direction} LIMIT ${page.limit} OFFSET ${page.offset}`,
  ).execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM participants p ${those}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * The rule of decisions.md, section 4: whom a moderator put out of the running call (`x`) does not come back as the
 * person in `as`. That is the same person where account or external id say so; through a link of one's own the link
 * says it, and in what is open to many the browser. A moderator's credential beside a guest's in one browser is
 * somebody else: two links in two tabs are two people.
 */
const samePerson = (as: RawBuilder<unknown>) => sql`(
  x.external_user_id = ${as}.external_user_id
  OR x.user_id = ${as}.user_id
  OR x.link_id = ${as}.link_id
    AND (x.browser_hash = ${as}.browser_hash OR NOT (SELECT is_permanent FROM access_links WHERE id = x.link_id))
  OR x.browser_hash = ${as}.browser_hash AND ${as}.role = 'user'
    AND coalesce((SELECT is_permanent FROM access_links WHERE id = ${as}.link_id), true)
)`;

const wasRemoved = (as: RawBuilder<unknown>) => sql`
  EXISTS (
    SELECT FROM participants x
    JOIN calls c ON c.id = x.call_id
    WHERE c.room_id = ${as}.room_id AND c.finished_at IS NULL AND x.removed_at IS NOT NULL AND ${samePerson(as)}
  )`;

/** Whom a moderator did not let in stays out by the same rule. */
const wasRefused = (as: RawBuilder<unknown>) => sql`
  EXISTS (
    SELECT FROM participants x WHERE x.room_id = ${as}.room_id AND ${isRefused(sql`x`)} AND ${samePerson(as)}
  )`;

export type EntryBan = 'removed_from_call' | 'entry_refused';

const entryBanOf = (as: RawBuilder<unknown>) => sql<EntryBan | null>`
  CASE WHEN ${wasRemoved(as)} THEN 'removed_from_call' WHEN ${wasRefused(as)} THEN 'entry_refused' END`;

/** What keeps this person out of the call that runs now. */
export async function findEntryBan(db: Db, person: Person): Promise<EntryBan | null> {
  const { rows } = await sql<{ bar: EntryBan | null }>`
    SELECT ${entryBanOf(sql`e`)} AS bar FROM (VALUES (
      ${person.roomId}::text, ${person.linkId}::text, ${person.userId}::text, ${person.browserHash}::bytea,
      ${person.externalUserId}::text, ${person.role}::text
    )) AS e (room_id, link_id, user_id, browser_hash, external_user_id, role)`.execute(db);
  return rows[0]?.bar ?? null;
}

/** The same of somebody who is a participant already. */
export async function findReturnBan(db: Db, id: string): Promise<EntryBan | null> {
  const { rows } = await sql<{ bar: EntryBan | null }>`
    SELECT CASE WHEN NOT ${accountStillAdmits} THEN 'removed_from_call' ELSE ${entryBanOf(sql`p`)} END AS bar
    FROM participants p WHERE p.id = ${id}`.execute(db);
  return rows[0]?.bar ?? null;
}

/** Of a participant `p` and its link `l`: put out, refused, or come by a link, a part or an account that was withdrawn since. */
export const isExcluded = sql`
  (p.removed_at IS NOT NULL OR l.revoked_at IS NOT NULL OR p.admission = 'refused' OR NOT ${accountStillAdmits}
    OR ${wasRemoved(sql`p`)} OR ${wasRefused(sql`p`)})`;

/** Of a participant `p` and its link `l`: may they be in the call and all that belongs to it? Not who still waits. */
export const isAdmitted = sql`(${currentAdmission} = 'admitted' AND NOT ${isExcluded})`;

export async function isParticipantExcluded(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ isExcluded: boolean }>`
    SELECT ${isExcluded} AS "isExcluded" FROM participants p LEFT JOIN access_links l ON l.id = p.link_id
    WHERE p.id = ${id}`.execute(db);
  return rows[0]?.isExcluded ?? true;
}

/** Those of `ids` that may be in their rooms. */
export async function filterAdmitted(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM participants p LEFT JOIN access_links l ON l.id = p.link_id
    WHERE p.id = ANY (${ids}) AND ${isAdmitted}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** One entry at a time for a browser in a room, so that two at once do not make two people of one. */
export async function lockEntry(trx: Db, { roomId, browserHash }: Person): Promise<void> {
  const name = `${roomId}:${browserHash.toString('base64')}`;
  // The room is held too: what it asks of those who come does not change between the question and the entry.
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0)) FROM rooms WHERE id = ${roomId} FOR KEY SHARE
  `.execute(trx);
}

/**
 * Who entered with the same credential and browser and is still that person: in the call that runs, or not
 * connected yet since.
 */
export async function findReturningParticipant(
  trx: Db,
  person: Person,
): Promise<(EarlierAnswers & { id: string }) | undefined> {
  const { rows } = await sql<EarlierAnswers & { id: string }>`
    SELECT p.id, p.email, p.phone, p.fields FROM participants p
    WHERE p.room_id = ${person.roomId} AND p.browser_hash = ${person.browserHash}
      AND p.link_id IS NOT DISTINCT FROM ${person.linkId}
      AND p.user_id IS NOT DISTINCT FROM ${person.userId}
      AND p.removed_at IS NULL AND p.admission <> 'refused' AND NOT (SELECT st.is_account_revoked FROM participant_standing st WHERE st.participant_id = p.id)
      AND (EXISTS (SELECT ${inRunningCall}) OR NOT EXISTS (SELECT FROM visits WHERE participant_id = p.id))
    ORDER BY p.id DESC LIMIT 1`.execute(trx);
  return rows[0];
}

/** What is told at each entry anew. */
export interface EntryDetails {
  name: string;
  role: 'user' | 'moderator';
  email: string | null;
  phone: string | null;
  fields: FieldAnswer[];
  origin: Record<string, string>;
}

export interface NewParticipant extends Person, EntryDetails {
  id: string;
  externalMeetingId: string | null;
}

export async function insertParticipant(trx: Db, person: NewParticipant): Promise<void> {
  await trx
    .insertInto('participants')
    .values({
      id: person.id,
      room_id: person.roomId,
      call_id: null,
      link_id: person.linkId,
      user_id: person.userId,
      browser_hash: person.browserHash,
      external_user_id: person.externalUserId,
      external_meeting_id: person.externalMeetingId,
      created_at: now(),
      ...columnsOf(person),
    })
    .execute();
}

const columnsOf = ({ name, role, email, phone, fields, origin }: EntryDetails) => ({
  name,
  role,
  email,
  phone,
  fields: JSON.stringify(fields),
  origin: JSON.stringify(origin),
});

export async function updateEntryDetails(trx: Db, id: string, told: EntryDetails): Promise<void> {
  await trx.updateTable('participants').set(columnsOf(told)).where('id', '=', id).execute();
}

export async function setJoinedAt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('participants')
    .set({ joined_at: now() })
    .where('id', '=', id)
    .where('joined_at', 'is', null)
    .execute();
}

/** Notes in which call somebody was first seen. */
export async function setFirstCall(trx: Db, id: string, callId: string): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ call_id: callId })
    .where('id', '=', id)
    .where('call_id', 'is', null)
    .execute();
}

/** Puts out for the rest of the running call, which the row names from here on. */
export async function setRemovedAt(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE participants p SET removed_at = ${now()},
      call_id = coalesce(
        (SELECT c.id FROM calls c WHERE c.room_id = p.room_id AND c.finished_at IS NULL), p.call_id
      )
    WHERE p.id = ${id} AND p.removed_at IS NULL`.execute(db);
}

export async function setSpeakingAllowed(db: Db, id: string, isAllowed: boolean): Promise<void> {
  await db.updateTable('participants').set({ is_speaking_allowed: isAllowed }).where('id', '=', id).execute();
}
