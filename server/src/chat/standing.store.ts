import { type RawBuilder, sql } from 'kysely';
import { isAdmitted } from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import { callRoleOf } from '../rooms/rooms.ts';
import type { SeenChannel } from './channel.ts';

type Row = Omit<SeenChannel, 'directOf' | 'top'> & { directOf: string | null; top: string };

/** A participant who came by the address of a public room that has since been closed has to be in the call. */
const isStillLetIn = sql`
  (p.link_id IS NOT NULL OR p.user_id IS NOT NULL OR pr.is_public OR EXISTS (
    SELECT FROM visits v JOIN calls k ON k.id = v.call_id WHERE v.participant_id = p.id AND k.finished_at IS NULL
  ))`;

/**
 * The person's best participant for a channel: of its room; for a direct conversation of any room of the group, since
 * who was put out everywhere hears nothing any more.
 */
const bestParticipant = (only: RawBuilder<unknown>) => sql`
  LEFT JOIN LATERAL (
    SELECT ${callRoleOf(sql`l`)} AS role
    FROM chat_user_participants up
    JOIN participants p ON p.id = up.participant_id
    JOIN rooms pr ON pr.id = p.room_id AND pr.space_id = u.space_id
    LEFT JOIN access_links l ON l.id = p.link_id
    WHERE up.user_id = u.id AND (c.room_id IS NULL OR p.room_id = c.room_id) AND ${only}
      AND ${isAdmitted} AND ${isStillLetIn}
    ORDER BY role, p.id DESC
    LIMIT 1
  ) s ON u.kind = 'participant'`;

/** May this person know of the channel? (chat.md, "Statuses".) */
const isVisible = sql`(
  (c.direct_of IS NULL OR ${sql`u.id::text = ANY (string_to_array(c.direct_of, ':'))`})
  AND CASE u.kind
    WHEN 'participant' THEN s.role IS NOT NULL
    WHEN 'm2m' THEN true
    ELSE c.direct_of IS NOT NULL OR r.is_public AND (r.flags->>'isChatAllowed')::boolean
  END
)`;

const channels = (only: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row>`
  SELECT c.id, c.space_id AS "spaceId", c.room_id AS "roomId", c.direct_of AS "directOf",
    coalesce(r.name, '') AS name, coalesce(r.is_public, false) AS "isPublic", c.top,
    coalesce((r.flags->>'isChatAllowed')::boolean, true) AS "isChatAllowed",
    c.slow_mode_seconds AS "slowModeSeconds", c.links_allowed AS "linksAllowed",
    c.direct_of IS NULL AND (coalesce(s.role, 'user') = 'moderator' OR u.role = 'moderator') AS "isModerator",
    m.user_id IS NOT NULL AND m.left_at IS NULL AS "isJoined", m.muted_until AS "mutedUntil"
  FROM chat_users u
  JOIN chat_channels c ON c.space_id = u.space_id
  LEFT JOIN rooms r ON r.id = c.room_id
  LEFT JOIN chat_members m ON m.channel_id = c.id AND m.user_id = u.id
  ${bestParticipant(only)}
  ${rest}`;

const seenChannel = ({ directOf, top, ...row }: Row): SeenChannel => ({
  ...row,
  directOf: directOf === null ? null : (directOf.split(':') as [string, string]),
  top: Number(top),
});

const anyOf = sql`true`;

/** The channel as this person sees it now; as one participant where the request came by such a session. */
export async function seeChannel(
  db: Db,
  place: { channelId: string; userId: string; participantId?: string | undefined },
): Promise<SeenChannel | undefined> {
  const only = place.participantId === undefined ? anyOf : sql`p.id = ${place.participantId}`;
  const { rows } = await channels(
    only,
    sql`WHERE u.id = ${place.userId} AND c.id = ${place.channelId} AND ${isVisible}`,
  ).execute(db);
  return rows[0] && seenChannel(rows[0]);
}

/** The channels that this person joined and may still hear. */
export async function joinedChannels(db: Db, userId: string): Promise<SeenChannel[]> {
  const { rows } = await channels(
    anyOf,
    sql`WHERE u.id = ${userId} AND m.user_id IS NOT NULL AND m.left_at IS NULL AND ${isVisible} ORDER BY c.id`,
  ).execute(db);
  return rows.map(seenChannel);
}

/** May this person be connected at all? Of those who entered rooms, who may still be in one of them. */
export async function isAnywhereAdmitted(db: Db, userId: string, participantId?: string): Promise<boolean> {
  const only = participantId === undefined ? anyOf : sql`p.id = ${participantId}`;
  const { rows } = await sql<{ admitted: boolean }>`
    SELECT u.kind <> 'participant' OR EXISTS (
      SELECT FROM chat_user_participants up
      JOIN participants p ON p.id = up.participant_id
      JOIN rooms pr ON pr.id = p.room_id
      LEFT JOIN access_links l ON l.id = p.link_id
      WHERE up.user_id = u.id AND ${only} AND ${isAdmitted} AND ${isStillLetIn}
    ) AS admitted
    FROM chat_users u WHERE u.id = ${userId}`.execute(db);
  return rows[0]?.admitted ?? false;
}

/** Whom a change of a room or of some of its people concerns in the chat. */
export async function usersOfParticipants(db: Db, participantIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT user_id AS id FROM chat_user_participants WHERE participant_id = ANY (${participantIds})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
