import { type RawBuilder, sql } from 'kysely';
import { isAdmitted, isExcluded, isShutOut } from '../../participants/participants.ts';
import { after, now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { leadsByAccount, mayEnterByAccount } from '../../rooms/rooms.ts';
import type { SeenChannel } from './channel.ts';

type Row = Omit<SeenChannel, 'directOf' | 'top'> & { directOf: string | null; top: string };

/**
 * A participant who came by the address of a room that is no longer public has to be in the call, or watch a session of
 * the webinar that runs.
 */
const staysInRoom = sql`
  (p.link_id IS NOT NULL OR pr.is_public OR ${mayEnterByAccount} OR EXISTS (
    SELECT FROM visits v JOIN calls k ON k.id = v.call_id WHERE v.participant_id = p.id AND k.finished_at IS NULL
    OFFSET 0
  ) OR pr.kind = 'playback' AND EXISTS (
    SELECT FROM (SELECT * FROM viewings WHERE participant_id = p.id OFFSET 0) w
    JOIN playback_sessions k ON k.id = w.session_id
    WHERE w.closed_at IS NULL AND k.finished_at IS NULL
  ))`;

/**
 * The participants of a person. OFFSET 0 makes the planner find these few by key before it evaluates conditions:
 * without statistics, as when two thousand people just entered a new room, it would scan everybody for each of them.
 */
const participantsOf = (only: RawBuilder<unknown>) => sql`(
  SELECT p.* FROM chat_user_participants up
  CROSS JOIN LATERAL (SELECT * FROM participants WHERE id = up.participant_id OFFSET 0) p
  WHERE up.user_id = u.id AND ${only} OFFSET 0
)`;

/**
 * The channel of a session of a playback is for people who opened this session, and for accounts that lead. OFFSET 0
 * makes the planner ask for this participant: it would read all viewings of the session into a hash table.
 */
const isInSession = sql`
  (c.session_id IS NULL OR ${leadsByAccount} OR EXISTS (
    SELECT FROM viewings v WHERE v.session_id = c.session_id AND v.participant_id = p.id OFFSET 0
  ))`;

/**
 * The person's best participant for a channel: in its room, or for a direct channel in any room of the group, since
 * people who are excluded everywhere lose it.
 */
const bestParticipant = (only: RawBuilder<unknown>) => sql`
  LEFT JOIN LATERAL (
    SELECT (SELECT st.call_role FROM participant_standing st WHERE st.participant_id = p.id) AS role
    FROM ${participantsOf(only)} p
    JOIN rooms pr ON pr.id = p.room_id AND pr.space_id = u.space_id
    LEFT JOIN access_links l ON l.id = p.link_id
    WHERE (c.room_id IS NULL OR p.room_id = c.room_id) AND ${isAdmitted} AND ${staysInRoom} AND ${isInSession}
    ORDER BY role, p.id DESC
    LIMIT 1
  ) s ON u.kind IN ('participant', 'm2m')`;

/** Whether a moderator removed or refused a person of the integrator's in the room of the channel. */
const isShutOutOfRoom = sql`EXISTS (
  SELECT FROM ${participantsOf(sql`true`)} p WHERE p.room_id = c.room_id AND ${isShutOut})`;

/** Whether somebody who is not a participant may see the channel; a person of the integrator's may be one, too. */
const isVisibleByKind = sql`CASE u.kind
  WHEN 'participant' THEN s.role IS NOT NULL
  WHEN 'm2m' THEN s.role IS NOT NULL
    OR (c.session_id IS NULL OR u.role = 'moderator') AND NOT ${isShutOutOfRoom}
  ELSE c.direct_of IS NOT NULL OR c.session_id IS NULL AND r.is_public AND (r.flags->>'isChatAllowed')::boolean
END`;

/**
 * Whether the person may see the channel (chat.md, "Statuses"). The session of a participant gives the rights of this
 * participant only, also to a person of the integrator's, who has more by their own token.
 */
const isVisible = (participantId: string | undefined) => sql`(
  (c.direct_of IS NULL OR ${sql`u.id::text = ANY (string_to_array(c.direct_of, ':'))`})
  AND ${participantId === undefined ? isVisibleByKind : sql`s.role IS NOT NULL`}
)`;

/** The role in the whole application that the integrator gave. It does not count in the session of a participant. */
const moderatesAll = (participantId: string | undefined) =>
  participantId === undefined ? sql`u.role = 'moderator'` : sql`false`;

/** OFFSET 0 makes the planner look up the room of each channel: it would read all rooms into a hash table. */
const channels = (
  participantId: string | undefined,
  rest: RawBuilder<unknown>,
  among = sql`JOIN chat_channels c ON c.space_id = u.space_id`,
) => sql<Row>`${prepared}
  SELECT c.id, c.space_id AS "spaceId", c.room_id AS "roomId", c.session_id AS "sessionId",
    c.direct_of AS "directOf",
    coalesce(r.name, '') AS name, coalesce(r.is_public, false) AS "isPublic", c.top,
    CASE WHEN c.direct_of IS NULL THEN (r.flags->>'isChatAllowed')::boolean
      ELSE coalesce((a.settings->>'displayDirect')::boolean, true) END AS "isChatAllowed",
    c.slow_mode_seconds AS "slowModeSeconds", c.links_allowed AS "linksAllowed",
    c.direct_of IS NULL AND (coalesce(s.role, 'user') = 'moderator' OR ${moderatesAll(participantId)}) AS "isModerator",
    m.user_id IS NOT NULL AND m.left_at IS NULL AS "isJoined", m.muted_until AS "mutedUntil"
  FROM chat_users u
  ${among}
  LEFT JOIN LATERAL (SELECT * FROM rooms WHERE id = c.room_id OFFSET 0) r ON true
  LEFT JOIN chat_applications a ON a.space_id = u.space_id
  LEFT JOIN LATERAL (SELECT * FROM chat_members WHERE channel_id = c.id AND user_id = u.id OFFSET 0) m ON true
  ${bestParticipant(isIdentity(participantId))}
  ${rest}`;

const seenChannel = ({ directOf, top, ...row }: Row): SeenChannel => ({
  ...row,
  directOf: directOf === null ? null : (directOf.split(':') as [string, string]),
  top: Number(top),
});

/** All participants of the person, or only the one whose session this is. */
const isIdentity = (participantId: string | undefined) =>
  participantId === undefined ? sql`true` : sql`p.id = ${participantId}`;

/** A chat user, as one participant if the request came by such a session. */
export interface ChatIdentity {
  userId: string;
  participantId?: string | undefined;
}

/** Finds the channel as this person sees it now. */
export async function findChannelSeenBy(
  db: Db,
  { channelId, userId, participantId }: ChatIdentity & { channelId: string },
): Promise<SeenChannel | undefined> {
  const { rows } = await channels(
    participantId,
    sql`WHERE u.id = ${userId} AND c.id = ${channelId} AND ${isVisible(participantId)}`,
  ).execute(db);
  return rows[0] && seenChannel(rows[0]);
}

const isIn = sql`m.user_id IS NOT NULL AND m.left_at IS NULL`;

/** The channels that a person is in, each found by its key. */
const amongJoined = sql`
  CROSS JOIN LATERAL (SELECT channel_id FROM chat_members WHERE user_id = u.id AND left_at IS NULL OFFSET 0) joined
  CROSS JOIN LATERAL (SELECT * FROM chat_channels WHERE id = joined.channel_id AND space_id = u.space_id OFFSET 0) c`;

/** The channels that this person joined and may still see; all of them, or only direct ones. */
export async function joinedChannels(
  db: Db,
  { userId, participantId }: ChatIdentity,
  { which, limit, offset }: { which: 'all' | 'direct'; limit: number; offset: number },
): Promise<SeenChannel[]> {
  const only = which === 'all' ? sql`` : sql`AND c.direct_of IS NOT NULL`;
  const { rows } = await channels(
    participantId,
    sql`WHERE u.id = ${userId} AND ${isVisible(participantId)} ${only}
      ORDER BY c.id LIMIT ${limit} OFFSET ${offset}`,
    amongJoined,
  ).execute(db);
  return rows.map(seenChannel);
}

/** The columns of a room's channel in `chat_channels`, also before it is created there. */
const channelOfRoom = sql`
  JOIN LATERAL (SELECT r.id AS room_id, NULL::text AS session_id, NULL::text AS direct_of) c ON true`;

/** How many public rooms are listed. */
const mostPublic = 1000;

/**
 * The first channels of public rooms that this person may join or has joined. Participants see those of their rooms.
 * For others a look at the person suffices in each room that they did not enter: the index finds these rooms in order.
 */
export async function publicChannels(
  db: Db,
  { userId, participantId }: ChatIdentity,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    WITH person AS MATERIALIZED (
      SELECT u.* FROM chat_users u WHERE u.id = ${userId}
    ), entered AS MATERIALIZED (
      SELECT DISTINCT p.room_id FROM person u CROSS JOIN LATERAL ${participantsOf(isIdentity(participantId))} p
    ), seen AS (
      SELECT r.channel_id AS id, r.name
      FROM person u
      CROSS JOIN entered e
      CROSS JOIN LATERAL (SELECT * FROM rooms WHERE id = e.room_id OFFSET 0) r
      ${channelOfRoom}
      ${bestParticipant(isIdentity(participantId))}
      WHERE r.space_id = u.space_id AND r.is_public AND r.kind = 'room' AND ${isVisible(participantId)}
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
    SELECT id, name FROM seen ORDER BY id LIMIT ${mostPublic}`.execute(db);
  return rows;
}

/**
 * Those channels of `among` (a query of `channel_id`) that this admitted person can see: of rooms, of sessions, and
 * their own direct ones. OFFSET 0 makes the planner look up each channel by its id instead of reading all rooms of the group.
 */
export const channelsSeenBy = (
  { userId, participantId }: ChatIdentity,
  among: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT r.channel_id AS id
  FROM chat_users u
  CROSS JOIN (SELECT DISTINCT channel_id FROM (${among}) a) a
  CROSS JOIN LATERAL (SELECT * FROM rooms WHERE channel_id = a.channel_id AND kind = 'room' OFFSET 0) r
  ${channelOfRoom}
  ${bestParticipant(isIdentity(participantId))}
  WHERE u.id = ${userId} AND r.space_id = u.space_id AND ${isVisible(participantId)}
  UNION ALL
  SELECT c.id
  FROM chat_users u
  CROSS JOIN (SELECT DISTINCT channel_id FROM (${among}) a) a
  CROSS JOIN LATERAL (
    SELECT * FROM chat_channels WHERE id = a.channel_id AND session_id IS NOT NULL OFFSET 0
  ) c
  CROSS JOIN LATERAL (SELECT * FROM rooms WHERE id = c.room_id OFFSET 0) r
  ${bestParticipant(isIdentity(participantId))}
  WHERE u.id = ${userId} AND c.space_id = u.space_id AND ${isVisible(participantId)}
  UNION ALL
  SELECT c.id
  FROM (SELECT DISTINCT channel_id FROM (${among}) a) a
  CROSS JOIN LATERAL (
    SELECT c.id FROM chat_members m JOIN chat_channels c ON c.id = m.channel_id AND c.direct_of IS NOT NULL
    WHERE m.channel_id = a.channel_id AND m.user_id = ${userId} OFFSET 0
  ) c`;

/**
 * Whether these two are in the chat of one room, one of them as its moderator. A participant is in the chat of rooms
 * they entered, others in channels they joined; the integrator's moderators are everywhere.
 */
export async function isInModeratedRoomTogether(
  db: Db,
  one: ChatIdentity,
  other: ChatIdentity,
): Promise<boolean> {
  const places = ({ userId, participantId }: ChatIdentity) =>
    channels(
      participantId,
      sql`WHERE u.id = ${userId} AND c.direct_of IS NULL AND ${isVisible(participantId)}
        AND (s.role IS NOT NULL OR u.role = 'moderator' OR ${isIn})`,
    );
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (
      SELECT FROM (${places(one)}) x JOIN (${places(other)}) y USING (id)
      WHERE x."isModerator" OR y."isModerator"
    ) AS is`.execute(db);
  return rows[0]?.is ?? false;
}

/** Whether `holds` is true in at least one room of a participant; people of another kind need no room. */
const somewhere = (participantId: string | undefined, holds: RawBuilder<unknown>) => sql`(
  ${participantId === undefined ? sql`u.kind <> 'participant'` : sql`false`} OR EXISTS (
    SELECT FROM ${participantsOf(isIdentity(participantId))} p
    JOIN rooms pr ON pr.id = p.room_id
    LEFT JOIN access_links l ON l.id = p.link_id
    WHERE ${holds} AND ${staysInRoom}
  ))`;

/** People who wait may connect, to get their admission by the socket. */
const mayConnect = sql`NOT ${isExcluded}`;

/** Returns whether this person may use the chat. Those who wait may only connect. */
export async function findAdmissionAnywhere(
  db: Db,
  userId: string,
  participantId?: string,
): Promise<'admitted' | 'waiting' | 'excluded'> {
  const { rows } = await sql<{ admitted: boolean; connects: boolean }>`${prepared}
    SELECT ${somewhere(participantId, isAdmitted)} AS admitted, ${somewhere(participantId, mayConnect)} AS connects
    FROM chat_users u WHERE u.id = ${userId} AND u.erased_at IS NULL`.execute(db);
  if (rows[0]?.admitted) return 'admitted';
  return rows[0]?.connects ? 'waiting' : 'excluded';
}

interface ChatRights {
  userId: string;
  displayName: string;
  channelIds: string[];
}

/** The rights of those of these people who may connect, in one statement: after a restart thousands connect at once. */
export async function readChatRights(db: Db, userIds: string[]): Promise<ChatRights[]> {
  const { rows } = await sql<ChatRights & { connects: boolean }>`${prepared}
    SELECT u.id::text AS "userId", u.display_name AS "displayName", ${somewhere(undefined, mayConnect)} AS connects, ARRAY(
      SELECT c.id::text
      FROM chat_members m
      JOIN chat_channels c ON c.id = m.channel_id AND c.space_id = u.space_id
      LEFT JOIN LATERAL (SELECT * FROM rooms WHERE id = c.room_id OFFSET 0) r ON true
      ${bestParticipant(isIdentity(undefined))}
      WHERE m.user_id = u.id AND m.left_at IS NULL AND ${isVisible(undefined)}
    ) AS "channelIds"
    FROM chat_users u JOIN spaces g ON g.id = u.space_id
    WHERE u.id = ANY (${arrayOf(userIds, 'bigint')}) AND u.erased_at IS NULL`.execute(db);
  return rows.filter(({ connects }) => connects);
}

/** Lifetime of a participant's session (decisions.md, section 5): people who entered earlier are not connected. */
const sessionHours = 24;

/** The people of a group who may be connected. */
export async function usersConnectedTo(db: Db, spaceId: string): Promise<string[]> {
  const earliest = after(-seconds(sessionHours * 3600));
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM chat_users u
    WHERE u.space_id = ${spaceId} AND (u.kind <> 'participant' OR EXISTS (
      SELECT FROM chat_user_participants up JOIN participants p ON p.id = up.participant_id
      WHERE up.user_id = u.id AND p.created_at > ${earliest}
    ))`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The chat users of these participants, and participants of the same rooms excluded with them: the same person by
 * another link or browser.
 */
async function findUsersToRecheck(db: Db, participantIds: string[]): Promise<string[]> {
  const earliest = after(-seconds(sessionHours * 3600));
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT up.user_id AS id
    FROM participants p
    JOIN chat_user_participants up ON up.participant_id = p.id
    LEFT JOIN access_links l ON l.id = p.link_id
    WHERE p.room_id IN (SELECT room_id FROM participants WHERE id = ANY (${participantIds}))
      AND (p.id = ANY (${participantIds}) OR p.created_at > ${earliest} AND ${isExcluded})`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Ends the membership of the integrator's people in the channels of rooms from which they are excluded in every way
 * that they came: their own token alone would keep it. They may join again by that token, after a removal when the call
 * is over.
 */
async function leaveWhereExcluded(db: Db, participantIds: string[]): Promise<void> {
  await sql`
    UPDATE chat_members m SET left_at = ${now()}
    FROM participants p
    JOIN chat_user_participants up ON up.participant_id = p.id
    JOIN chat_users u ON u.id = up.user_id AND u.kind = 'm2m'
    JOIN chat_channels c ON c.room_id = p.room_id
    LEFT JOIN access_links l ON l.id = p.link_id
    WHERE p.id = ANY (${participantIds}) AND m.channel_id = c.id AND m.user_id = u.id AND m.left_at IS NULL
      AND ${isExcluded}
      AND NOT EXISTS (
        SELECT FROM ${participantsOf(sql`true`)} p LEFT JOIN access_links l ON l.id = p.link_id
        WHERE p.room_id = c.room_id AND ${isAdmitted}
      )`.execute(db);
}

/** Ends what excluded people have by a token of the integrator's. @returns as `findUsersToRecheck` */
export async function settleExcluded(db: Db, participantIds: string[]): Promise<string[]> {
  await leaveWhereExcluded(db, participantIds);
  return findUsersToRecheck(db, participantIds);
}

/** Participants who were removed, or whose link or account was revoked, after this moment. */
export async function excludedSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM participants WHERE removed_at > ${since}
    UNION
    SELECT p.id FROM access_links l JOIN participants p ON p.link_id = l.id WHERE l.revoked_at > ${since}
    UNION
    SELECT p.id FROM users u JOIN participants p ON p.user_id = u.id
    WHERE (u.disabled_at > ${since} OR u.entries_valid_from > ${since})
      AND p.created_at > ${after(-seconds(sessionHours * 3600))}`.execute(db);
  return rows.map(({ id }) => id);
}
