import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { selectAll, selectColumn, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { type RowOf, snakeCased } from '../../platform/db/tables.ts';
import type { ChatUser } from '../channels/channel.ts';
import type { ChatIdentity } from '../channels/rights.store.ts';

const users = (rest: RawBuilder<unknown>) => sql<ChatUser>`${prepared}
  SELECT u.id, u.space_id AS "spaceId", u.kind, u.role, u.username, u.display_name AS "displayName",
    u.avatar_url AS "avatarUrl", u.lang
  FROM chat_users u JOIN spaces g ON g.id = u.space_id
  ${rest}`;

export const chatUserById = async (db: Db, id: string): Promise<ChatUser | undefined> =>
  (await users(sql`WHERE u.id = ${id} AND u.erased_at IS NULL`).execute(db)).rows[0];

/** Finds the chat user of a participant; undefined if there is none yet, or they entered under another name. */
export const userOfParticipant = async (db: Db, participantId: string): Promise<ChatUser | undefined> =>
  (
    await users(sql`
    JOIN chat_user_participants up ON up.user_id = u.id
    JOIN participants p ON p.id = up.participant_id AND p.name = up.name
    WHERE up.participant_id = ${participantId}`).execute(db)
  ).rows[0];

/** The chat user ids of these participants; participants without one are left out. */
export async function usersOfParticipants(db: Db, participantIds: string[]): Promise<Map<string, string>> {
  const rows = await selectAll<{ id: string; userId: string }>(db)`
    SELECT participant_id AS id, user_id AS "userId" FROM chat_user_participants
    WHERE participant_id = ANY (${participantIds})`;
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

/**
 * Whether whoever made the link `l` into the room `r` leads the group: then its external id says who the person is in
 * the whole group. A room's own leader could otherwise enter as anybody and read their direct conversations
 * (docs/decisions/0086).
 */
const isTrustedLink = sql`EXISTS (
  SELECT FROM spaces s CROSS JOIN LATERAL space_standing(s.id, s.owner_id, l.created_by) g
  WHERE s.id = r.space_id AND g.leads)`;

/**
 * Finds or creates the chat user of a participant. The same external id is the same person, also where the
 * integrator's server created them; so is the same account, and the same link that is not permanent. Otherwise each
 * browser is a person of its own.
 * @returns undefined if the participant does not exist
 */
export const upsertUserOfParticipant = (trx: Db, participantId: string) =>
  selectFirst<{ id: string; displayName: string; nameBefore: string | null }>(trx)`${prepared}
    WITH person AS (
      SELECT p.name, r.space_id,
        CASE
          WHEN p.user_id IS NOT NULL THEN 'account:' || p.user_id
          WHEN p.external_user_id IS NOT NULL AND ${isTrustedLink} THEN 'm2m:' || p.external_user_id
          WHEN l.id IS NOT NULL AND NOT l.is_permanent THEN 'link:' || l.id
          ELSE 'browser:' || coalesce(l.id, '') || ':' || encode(p.browser_hash, 'hex')
        END AS identity
      FROM participants p
      JOIN rooms r ON r.id = p.room_id
      LEFT JOIN access_links l ON l.id = p.link_id
      WHERE p.id = ${participantId}
      -- The lock waits for a running erasure, so that no erased name is stored again.
      FOR KEY SHARE OF p
    ), before AS (
      SELECT u.display_name FROM chat_users u JOIN person USING (space_id, identity)
    ), settled AS (
      INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, created_at)
      SELECT space_id, identity, 'participant', 'user', name, name, ${now()} FROM person
      ON CONFLICT (space_id, identity) DO UPDATE SET
        username = CASE WHEN chat_users.kind = 'm2m' THEN chat_users.username ELSE excluded.username END,
        display_name = excluded.display_name
      RETURNING id
    )
    INSERT INTO chat_user_participants (participant_id, user_id, name)
    SELECT ${participantId}, settled.id, person.name FROM settled, person
    ON CONFLICT (participant_id) DO UPDATE SET name = excluded.name
    RETURNING user_id AS id, name AS "displayName", (SELECT display_name FROM before) AS "nameBefore"`;

/** Whether every room that this person is a participant of allows people to rename themselves. */
export const mayRename = async (db: Db, userId: string): Promise<boolean> =>
  (await selectValue<boolean>(db)`
    SELECT NOT EXISTS (
      SELECT FROM chat_user_participants up
      JOIN participants p ON p.id = up.participant_id
      JOIN rooms r ON r.id = p.room_id
      WHERE up.user_id = ${userId} AND NOT (r.flags->>'isSelfRenamingAllowed')::boolean
    ) AS may`) ?? false;

/** @returns false if the person was erased meanwhile */
export async function updateChatUser(
  trx: Db,
  id: string,
  looks: Partial<Pick<ChatUser, 'displayName' | 'avatarUrl'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_users')
    .set(snakeCased(looks))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A person as others see them; the participant is the one as which they last entered a room. */
type SeenUser = Answer<'updateProfile'>;

/** People, each with the participant as which they last entered a room. */
const seen = (rest: RawBuilder<unknown>) => sql<SeenUser>`
  SELECT u.id, CASE WHEN last.role = 'moderator' THEN last.role ELSE u.role END AS role, u.username,
    u.display_name AS "displayName", u.avatar_url AS "avatarUrl", u.lang, last.id AS "participantId"
  FROM chat_users u
  LEFT JOIN LATERAL (
    SELECT p.id, p.role FROM chat_user_participants up JOIN participants p ON p.id = up.participant_id
    WHERE up.user_id = u.id ORDER BY p.id DESC LIMIT 1
  ) last ON true
  ${rest}`;

/** People by their ids, in no order and without unknown ids. */
export const usersByIds = async (db: Db, ids: readonly string[]): Promise<SeenUser[]> =>
  ids.length === 0 ? [] : (await seen(sql`WHERE u.id = ANY (${ids}::bigint[])`).execute(db)).rows;

/** The person who asks about others, as one participant if the request came by such a session. */
type Requester = ChatIdentity & { spaceId: string };

/**
 * Joins the participant `p` of `up` and the channels `r` that they entered: of their room, or of the sessions that
 * they opened. OFFSET 0 makes the planner look up all by id.
 */
const channelsOfParticipant = sql`
  CROSS JOIN LATERAL (SELECT * FROM participants WHERE id = up.participant_id OFFSET 0) p
  CROSS JOIN LATERAL (
    SELECT channel_id FROM rooms WHERE id = p.room_id
    UNION ALL
    SELECT s.chat_channel_id FROM viewings v JOIN playback_sessions s ON s.id = v.session_id
    WHERE v.participant_id = p.id OFFSET 0
  ) r`;

/** Those of these people who are, or were, in a channel that the requester can see; and the requester. */
export const usersSeenBy = (db: Db, asking: Requester, ids: readonly string[]) => selectAll<SeenUser>(db)`
    WITH theirs AS MATERIALIZED (
      SELECT user_id, channel_id FROM chat_members WHERE user_id = ANY (${ids}::bigint[])
      UNION
      SELECT up.user_id, r.channel_id FROM chat_user_participants up ${channelsOfParticipant}
      WHERE up.user_id = ANY (${ids}::bigint[]) AND p.admission = 'admitted'
    ), mine AS MATERIALIZED (
      SELECT s.channel_id FROM (SELECT array_agg(DISTINCT channel_id) AS ids FROM theirs) t
      CROSS JOIN LATERAL channels_seen_by(${asking.userId}, ${asking.participantId ?? null}, t.ids) s
    )
    ${seen(sql`
      WHERE u.id = ANY (${ids}::bigint[]) AND u.space_id = ${asking.spaceId} AND (
        u.id = ${asking.userId} OR u.id IN (SELECT user_id FROM theirs JOIN mine USING (channel_id))
      )`)}`;

/** The people behind these participants in channels that the requester can see, each under that participant id. */
export const usersAsParticipants = (db: Db, asking: Requester, participantIds: readonly string[]) =>
  selectAll<SeenUser>(db)`
    WITH asked AS MATERIALIZED (
      SELECT up.user_id, p.id, p.role, p.admission, r.channel_id FROM chat_user_participants up ${channelsOfParticipant}
      WHERE up.participant_id = ANY (${participantIds})
    ), mine AS MATERIALIZED (
      SELECT s.channel_id FROM (SELECT array_agg(DISTINCT channel_id) AS ids FROM asked) t
      CROSS JOIN LATERAL channels_seen_by(${asking.userId}, ${asking.participantId ?? null}, t.ids) s
    )
    SELECT DISTINCT u.id, CASE WHEN p.role = 'moderator' THEN p.role ELSE u.role END AS role, u.username,
      u.display_name AS "displayName", u.avatar_url AS "avatarUrl", u.lang, p.id AS "participantId"
    FROM asked p
    CROSS JOIN LATERAL (SELECT * FROM chat_users WHERE id = p.user_id OFFSET 0) u
    WHERE u.space_id = ${asking.spaceId} AND (
      u.id = ${asking.userId} OR p.admission = 'admitted' AND p.channel_id IN (SELECT channel_id FROM mine)
    )`;

export type NewChatUser = Pick<
  RowOf<'chat_users'>,
  'spaceId' | 'identity' | 'kind' | 'username' | 'passwordHash'
>;

/** @returns undefined if the identity exists already */
export const insertChatUser = (db: Db, user: NewChatUser): Promise<string | undefined> => selectValue(db)`
    INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, password_hash, created_at)
    VALUES (${user.spaceId}, ${user.identity}, ${user.kind}, 'user', ${user.username}, ${user.username},
      ${user.passwordHash}, ${now()})
    ON CONFLICT (space_id, identity) DO NOTHING
    RETURNING id`;

/** A person of the integrator's server; undefined fields stay as they are, or get their defaults. */
export interface NamedUser {
  spaceId: string;
  identity: string;
  fallbackName: string;
  username?: string;
  displayName?: string;
  avatarUrl?: string | null;
  role?: 'user' | 'moderator';
}

/** Creates the person, or changes the named fields. @returns their id and their profile before */
export async function upsertUser(
  trx: Db,
  user: NamedUser,
): Promise<Pick<ChatUser, 'id' | 'displayName' | 'avatarUrl'> & { before: ChatUser | undefined }> {
  // Locked, so that each of two concurrent changes compares with the state it replaces.
  const { rows: found } = await users(
    sql`WHERE u.space_id = ${user.spaceId} AND u.identity = ${user.identity} FOR NO KEY UPDATE`,
  ).execute(trx);
  const username = user.username ?? null;
  const row = await selectFirst<Pick<ChatUser, 'id' | 'displayName' | 'avatarUrl'>>(trx)`
    INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, avatar_url, created_at)
    VALUES (${user.spaceId}, ${user.identity}, 'm2m', ${user.role ?? 'user'},
      coalesce(${username}::text, ${user.fallbackName}),
      coalesce(${user.displayName ?? null}::text, ${username}::text, ${user.fallbackName}),
      ${user.avatarUrl ?? null}, ${now()})
    ON CONFLICT (space_id, identity) DO UPDATE SET
      kind = excluded.kind,
      role = coalesce(${user.role ?? null}::text, chat_users.role),
      username = coalesce(${username}::text, chat_users.username),
      display_name = coalesce(${user.displayName ?? null}::text, chat_users.display_name),
      avatar_url = CASE WHEN ${user.avatarUrl !== undefined}::boolean THEN excluded.avatar_url
        ELSE chat_users.avatar_url END
    RETURNING id, display_name AS "displayName", avatar_url AS "avatarUrl"`;
  if (!row) throw new Error('an upsert returned no row');
  return { ...row, before: found[0] };
}

/** Finds a person of an application by their identity, with their password hash. */
export const userByIdentity = (db: Db, spaceId: string, identity: string) =>
  selectFirst<Pick<RowOf<'chat_users'>, 'id' | 'kind' | 'passwordHash'>>(db)`
    SELECT id, kind, password_hash AS "passwordHash" FROM chat_users
    WHERE space_id = ${spaceId} AND identity = ${identity}`;

/** The chat users whom a moderator admitted to this call: the admission ends with it. */
export const usersAdmittedTo = (db: Db, callId: string): Promise<string[]> => selectColumn(db)`
    SELECT DISTINCT up.user_id AS id
    FROM visits v
    JOIN participants p ON p.id = v.participant_id AND p.decided_at IS NOT NULL
    JOIN chat_user_participants up ON up.participant_id = p.id
    WHERE v.call_id = ${callId}`;
