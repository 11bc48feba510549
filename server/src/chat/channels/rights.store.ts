import { type RawBuilder, sql } from 'kysely';
import { sessionsSince } from '../../participants/participants.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { execute, hasRows, selectAll, selectColumn, selectFirst } from '../../platform/db/rows.ts';
import type { SeenChannel } from './channel.ts';

/** Whether the room of a participant lets them write privately. The integrator's people write by their own token. */
const mayWriteDirectly = (participantId: string | undefined): RawBuilder<boolean> =>
  participantId === undefined
    ? sql`true`
    : sql`coalesce((
        SELECT NOT 'directMessages' = ANY (o.disabled_features) AND (
          ps.role = 'moderator' OR coalesce((o.flags->>'isDirectMessagingAllowed')::boolean, true)
        )
        FROM participants p CROSS JOIN LATERAL standing_of(p) ps JOIN rooms o ON o.id = p.room_id
        WHERE p.id = ${participantId}
      ), false)`;

/** OFFSET 0 makes the planner look up the room of each channel: it would read all rooms into a hash table. */
const channels = (
  { participantId }: Pick<ChatIdentity, 'participantId'>,
  rest: RawBuilder<unknown>,
  among = sql`JOIN chat_channels c ON c.space_id = u.space_id`,
) => sql<SeenChannel>`${prepared}
  SELECT c.id, c.space_id AS "spaceId", c.room_id AS "roomId", c.session_id AS "sessionId",
    string_to_array(c.direct_of, ':') AS "directOf",
    coalesce(r.name, '') AS name, coalesce(r.is_public, false) AS "isPublic", c.top::float8 AS top,
    CASE WHEN c.direct_of IS NULL THEN (r.flags->>'isChatAllowed')::boolean
      ELSE coalesce((a.settings->>'displayDirect')::boolean, true) END AS "isChatAllowed",
    CASE WHEN c.direct_of IS NULL THEN coalesce('chat' = ANY (r.disabled_features), false)
      ELSE NOT ${mayWriteDirectly(participantId)} END AS "isOff",
    CASE WHEN 'directMessages' = ANY (r.disabled_features) THEN 'nobody'
      WHEN coalesce((r.flags->>'isDirectMessagingAllowed')::boolean, true) THEN 'everyone'
      ELSE 'moderators' END AS "directMessages",
    c.slow_mode_seconds AS "slowModeSeconds", c.links_allowed AS "linksAllowed",
    s.is_moderator AS "isModerator",
    m.user_id IS NOT NULL AND m.left_at IS NULL AS "isJoined", m.muted_until AS "mutedUntil"
  FROM chat_users u
  ${among}
  LEFT JOIN LATERAL (SELECT * FROM rooms WHERE id = c.room_id OFFSET 0) r ON true
  LEFT JOIN chat_applications a ON a.space_id = u.space_id
  LEFT JOIN LATERAL (SELECT * FROM chat_members WHERE channel_id = c.id AND user_id = u.id OFFSET 0) m ON true
  CROSS JOIN LATERAL channel_standing(u.id, ${participantId ?? null}, c.room_id, c.session_id, c.direct_of) s
  ${rest}`;

/** A chat user, as one participant if the request came by such a session. */
export interface ChatIdentity {
  userId: string;
  participantId?: string;
}

/** Finds the channel as this person sees it now. */
export async function findChannelSeenBy(
  db: Db,
  { channelId, ...person }: ChatIdentity & { channelId: string },
): Promise<SeenChannel | undefined> {
  const which = sql`WHERE u.id = ${person.userId} AND c.id = ${channelId} AND s.is_visible`;
  return (await channels(person, which).execute(db)).rows[0];
}

const isIn = sql`m.user_id IS NOT NULL AND m.left_at IS NULL`;

/** The channels that a person is in, each found by its key. */
const amongJoined = sql`
  CROSS JOIN LATERAL (SELECT channel_id FROM chat_members WHERE user_id = u.id AND left_at IS NULL OFFSET 0) joined
  CROSS JOIN LATERAL (SELECT * FROM chat_channels WHERE id = joined.channel_id AND space_id = u.space_id OFFSET 0) c`;

/** The channels that this person joined and may still see; all of them, or only direct ones. */
export async function joinedChannels(
  db: Db,
  person: ChatIdentity,
  { which, limit = 1000, offset = 0 }: { which: 'all' | 'direct'; limit?: number; offset?: number },
): Promise<SeenChannel[]> {
  const only = which === 'all' ? sql`` : sql`AND c.direct_of IS NOT NULL`;
  const page = sql`
    WHERE u.id = ${person.userId} AND s.is_visible ${only} ORDER BY c.id LIMIT ${limit} OFFSET ${offset}`;
  return (await channels(person, page, amongJoined).execute(db)).rows;
}

/** How many public rooms are listed. */
const mostPublic = 1000;

/**
 * The first channels of public rooms that this person may join or has joined. Participants see those of their rooms.
 * For others a look at the person suffices in each room that they did not enter: the index finds these rooms in order.
 */
export const publicChannels = (db: Db, { userId, participantId }: ChatIdentity) =>
  selectAll<{ id: string; name: string }>(db)`${prepared}
    WITH person AS MATERIALIZED (
      SELECT u.* FROM chat_users u WHERE u.id = ${userId}
    ), entered AS MATERIALIZED (
      SELECT DISTINCT p.room_id FROM person u CROSS JOIN LATERAL chat_user_standing(u.id, ${participantId ?? null}, NULL) p
    ), seen AS (
      SELECT r.channel_id AS id, r.name
      FROM person u
      CROSS JOIN entered e
      CROSS JOIN LATERAL (SELECT * FROM rooms WHERE id = e.room_id OFFSET 0) r
      CROSS JOIN LATERAL channel_standing(u.id, ${participantId ?? null}, r.id, NULL, NULL) s
      WHERE r.space_id = u.space_id AND r.is_public AND r.kind = 'room' AND s.is_visible
      UNION ALL
      SELECT r.id, r.name
      FROM person u
      CROSS JOIN (VALUES (true), (false)) chat (is_allowed)
      CROSS JOIN LATERAL (
        -- Bounds instead of equality: only the index rooms_public has the order then.
        SELECT o.channel_id AS id, o.name FROM rooms o
        WHERE (o.space_id, (o.flags->>'isChatAllowed')::boolean) >= (u.space_id, chat.is_allowed)
          AND (o.space_id, (o.flags->>'isChatAllowed')::boolean) <= (u.space_id, chat.is_allowed)
          AND o.is_public AND o.kind = 'room' AND NOT EXISTS (SELECT FROM entered e WHERE e.room_id = o.id)
        ORDER BY o.space_id, (o.flags->>'isChatAllowed')::boolean, o.channel_id LIMIT ${mostPublic}
      ) r
      WHERE ${participantId === undefined} AND (u.kind = 'm2m' OR u.kind <> 'participant' AND chat.is_allowed)
    )
    SELECT id, name FROM seen ORDER BY id LIMIT ${mostPublic}`;

/**
 * Whether the first may write privately to the other: these two are in the chat of one room that lets the first do so,
 * one of them as its moderator. A participant is in the chat of rooms they entered, others in channels they joined; the
 * integrator's moderators are everywhere.
 */
export function isInModeratedRoomTogether(db: Db, one: ChatIdentity, other: ChatIdentity): Promise<boolean> {
  const places = (person: ChatIdentity) =>
    channels(
      person,
      sql`WHERE u.id = ${person.userId} AND c.direct_of IS NULL AND s.is_visible
        AND (s.role IS NOT NULL OR u.role = 'moderator' OR ${isIn})`,
    );
  return hasRows(db)`
    SELECT FROM (${places(one)}) x JOIN (${places(other)}) y USING (id)
    WHERE (x."isModerator" OR y."isModerator")
      AND (x."directMessages" = 'everyone' OR x."directMessages" = 'moderators' AND x."isModerator") LIMIT 1`;
}

/** Returns whether this person may use the chat. Those who wait may only connect. */
export async function findAdmissionAnywhere(
  db: Db,
  userId: string,
  participantId: string | undefined,
): Promise<'admitted' | 'waiting' | 'excluded'> {
  const admission = await selectFirst<{ admitted: boolean; connects: boolean }>(db)`${prepared}
    SELECT a.may_use AS admitted, a.may_connect AS connects
    FROM chat_users u CROSS JOIN LATERAL chat_admission(u.id, ${participantId ?? null}) a WHERE u.id = ${userId} AND u.erased_at IS NULL`;
  if (admission?.admitted) return 'admitted';
  return admission?.connects ? 'waiting' : 'excluded';
}

interface ChatRights {
  userId: string;
  displayName: string;
  channelIds: string[];
}

/**
 * The rights of those of these people who may connect, in one statement: after a restart thousands connect at once.
 * OFFSET 0 makes the planner look up the people by id: it would read all of their group.
 */
export async function readChatRights(db: Db, userIds: string[]): Promise<ChatRights[]> {
  const people = await selectAll<ChatRights & { connects: boolean }>(db)`${prepared}
    SELECT u.id::text AS "userId", u.display_name AS "displayName", seen.ids AS "channelIds",
      -- A person who sees a channel may connect: their rights are not read a second time.
      CASE WHEN seen.ids <> '{}' THEN true ELSE (SELECT may_connect FROM chat_admission(u.id, NULL)) END AS connects
    FROM chat_users u CROSS JOIN LATERAL (
      SELECT ARRAY(
        SELECT c.id::text
        FROM chat_members m
        JOIN chat_channels c ON c.id = m.channel_id AND c.space_id = u.space_id
        CROSS JOIN LATERAL channel_standing(u.id, NULL, c.room_id, c.session_id, c.direct_of) s
        WHERE m.user_id = u.id AND m.left_at IS NULL AND s.is_visible
      ) AS ids OFFSET 0
    ) seen
    WHERE u.id = ANY (${arrayOf(userIds, 'bigint')}) AND u.erased_at IS NULL
      AND EXISTS (SELECT FROM spaces g WHERE g.id = u.space_id OFFSET 0)`;
  return people.filter(({ connects }) => connects);
}

/** The people of a group who may be connected; a participant may only while their session lasts. */
export const usersConnectedTo = (db: Db, spaceId: string): Promise<string[]> => selectColumn(db)`
    SELECT u.id FROM chat_users u
    WHERE u.space_id = ${spaceId} AND (u.kind <> 'participant' OR EXISTS (
      SELECT FROM chat_user_participants up JOIN participants p ON p.id = up.participant_id
      WHERE up.user_id = u.id AND p.created_at > ${sessionsSince()}
    ))`;

/**
 * The chat users of these participants, and participants of the same rooms excluded with them: the same person by
 * another link or browser.
 */
const findUsersToRecheck = (db: Db, participantIds: string[]): Promise<string[]> => selectColumn(db)`
    SELECT DISTINCT up.user_id AS id
    FROM participants p
    JOIN chat_user_participants up ON up.participant_id = p.id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE p.room_id IN (SELECT room_id FROM participants WHERE id = ANY (${participantIds}))
      AND (p.id = ANY (${participantIds}) OR p.created_at > ${sessionsSince()} AND s.is_excluded)`;

/**
 * Ends the membership of the integrator's people in the channels of rooms from which they are excluded in every way
 * that they came: their own token alone would keep it. They may join again by that token, after a removal when the call
 * is over.
 */
const leaveWhereExcluded = (db: Db, participantIds: string[]): Promise<void> => execute(db)`
    UPDATE chat_members m SET left_at = ${now()}
    FROM participants p
    JOIN chat_user_participants up ON up.participant_id = p.id
    JOIN chat_users u ON u.id = up.user_id AND u.kind = 'm2m'
    JOIN chat_channels c ON c.room_id = p.room_id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE p.id = ANY (${participantIds}) AND m.channel_id = c.id AND m.user_id = u.id AND m.left_at IS NULL
      AND s.is_excluded
      AND NOT EXISTS (SELECT FROM chat_user_standing(u.id, NULL, c.room_id) o WHERE o.is_admitted)`;

/** Ends what excluded people have by a token of the integrator's. @returns as `findUsersToRecheck` */
export async function settleExcluded(db: Db, participantIds: string[]): Promise<string[]> {
  await leaveWhereExcluded(db, participantIds);
  return findUsersToRecheck(db, participantIds);
}

/** Participants who were removed, or whose link or account was revoked, after this moment. */
export const excludedSince = (db: Db, since: Date): Promise<string[]> => selectColumn(db)`
    SELECT id FROM participants WHERE removed_at > ${since}
    UNION
    SELECT p.id FROM access_links l JOIN participants p ON p.link_id = l.id WHERE l.revoked_at > ${since}
    UNION
    SELECT p.id FROM users u JOIN participants p ON p.user_id = u.id
    WHERE (u.disabled_at > ${since} OR u.entries_valid_from > ${since})
      AND p.created_at > ${sessionsSince()}`;
