import { sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { execute, selectColumn } from '../platform/db/rows.ts';
import { type Erasing, erasedName } from '../platform/erasing.ts';

/** The chat users and participants of one person. */
export interface ChatIdentities {
  userIds: string[];
  participantIds: string[];
}

/**
 * The chat users of these participants, and the one that the integrator's server made for this external id or that
 * belongs to this account.
 */
export function usersToErase(trx: Db, erasing: Erasing, participantIds: string[]): Promise<string[]> {
  const isOfAccount = 'userId' in erasing;
  const inSpaces = isOfAccount
    ? sql`true`
    : sql`(SELECT g.role = 'owner' FROM space_standing(s.id, s.owner_id, ${erasing.ownerId}) g)`;
  const identity = isOfAccount ? `account:${erasing.userId}` : `m2m:${erasing.externalUserId}`;
  return selectColumn(trx)`
    SELECT u.id FROM chat_users u JOIN spaces s ON s.id = u.space_id AND ${inSpaces}
    WHERE u.erased_at IS NULL AND (
      u.id IN (SELECT user_id FROM chat_user_participants WHERE participant_id = ANY (${participantIds}))
      OR u.identity = ${identity}
    )
    ORDER BY u.id`;
}

/** Every channel with data of this person, by id; also of rooms where they only raised a hand. */
export const channelsWith = (trx: Db, { userIds, participantIds }: ChatIdentities): Promise<string[]> =>
  selectColumn(trx)`
    SELECT channel_id AS id FROM chat_members WHERE user_id = ANY (${userIds}::bigint[])
    UNION SELECT channel_id FROM chat_messages WHERE user_id = ANY (${userIds}::bigint[])
    UNION SELECT copy.channel_id FROM chat_messages m JOIN chat_messages copy ON copy.copy_of = m.id
      WHERE m.user_id = ANY (${userIds}::bigint[])
    UNION SELECT c.id FROM participants p JOIN chat_channels c ON c.room_id = p.room_id AND c.session_id IS NULL
      WHERE p.id = ANY (${participantIds})
    UNION SELECT p.channel_id FROM chat_poll_votes v JOIN chat_polls p ON p.id = v.poll_id
      WHERE v.user_id = ANY (${userIds}::bigint[])
    ORDER BY id`;

/** Erases the texts and reactions of their messages, and of copies of these. @returns the ids of messages that were not erased before */
export async function eraseMessagesOfUsers(
  trx: Db,
  { channelId, userIds }: { channelId: string; userIds: string[] },
): Promise<string[]> {
  const ids = await selectColumn(trx)`
    UPDATE chat_messages SET text = '', meta = NULL, deleted_at = ${now()}
    WHERE deleted_at IS NULL AND id IN (
      SELECT id FROM chat_messages WHERE channel_id = ${channelId} AND user_id = ANY (${userIds}::bigint[])
      UNION ALL
      SELECT copy.id FROM chat_messages m
      JOIN chat_messages copy ON copy.copy_of = m.id AND copy.channel_id = ${channelId}
      WHERE m.user_id = ANY (${userIds}::bigint[])
    )
    RETURNING id`;
  await execute(trx)`DELETE FROM chat_reactions WHERE message_id = ANY (${ids}::bigint[])`;
  return ids.sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
}

/** Erases names and answers in the stored changes, and removes the memberships. Numbers and votes stay. */
export async function eraseTraces(
  trx: Db,
  { channelId, userIds, participantIds }: ChatIdentities & { channelId: string },
): Promise<void> {
  await execute(trx)`
    UPDATE chat_events SET payload = (payload::jsonb || jsonb_build_object('name', ${erasedName}::text))::json
    WHERE channel_id = ${channelId} AND payload->>'name' IS NOT NULL
      AND payload->>'participantId' = ANY (${participantIds})`;
  await execute(trx)`
    UPDATE chat_events
    SET payload = (payload::jsonb
      || CASE WHEN payload->>'displayName' IS NULL THEN '{}' ELSE jsonb_build_object('displayName', ${erasedName}::text) END
      || CASE WHEN payload->>'avatarUrl' IS NULL THEN '{}'::jsonb ELSE '{"avatarUrl": null}' END)::json
    WHERE channel_id = ${channelId} AND event = 'user-update-profile' AND payload->>'userId' = ANY (${userIds})
  `;
  await execute(trx)`
    UPDATE chat_events
    SET payload = (payload::jsonb || jsonb_build_object('answer', '', 'user', jsonb_build_object(
      'id', payload#>>'{user,id}', 'username', ${erasedName}::text, 'displayName', ${erasedName}::text)))::json
    WHERE channel_id = ${channelId} AND event = 'poll-vote-open-ended'
      AND payload#>>'{user,id}' = ANY (${userIds})`;
  await execute(trx)`
    UPDATE chat_poll_votes v SET answer = '' FROM chat_polls p
    WHERE p.id = v.poll_id AND p.channel_id = ${channelId}
      AND v.user_id = ANY (${userIds}::bigint[]) AND v.answer IS NOT NULL`;
  await execute(trx)`
    UPDATE chat_members SET left_at = coalesce(left_at, ${now()})
    WHERE channel_id = ${channelId} AND user_id = ANY (${userIds}::bigint[])`;
}

/** Erases the identity of the chat users: no token or new entry finds them again. */
export async function eraseUsers(trx: Db, userIds: string[]): Promise<void> {
  await execute(trx)`
    UPDATE chat_users SET identity = 'erased:' || id, username = ${erasedName}, display_name = ${erasedName},
      avatar_url = NULL, lang = NULL, password_hash = NULL, erased_at = ${now()}
    WHERE id = ANY (${userIds}::bigint[])`;
  await execute(trx)`
    UPDATE chat_user_participants SET name = ${erasedName}
    WHERE user_id = ANY (${userIds}::bigint[])`;
}
