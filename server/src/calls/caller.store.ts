import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/http/access/caller.ts';

/**
 * A query for the ids of the participants `p` who are the same person as the caller: by account, by external id, or by
 * the link in the same browser. The browser alone proves nothing: several people may use it.
 */
export function participantsOfCaller(caller: Caller): RawBuilder<unknown> | undefined {
  switch (caller.kind) {
    case 'participant':
      return sql`
        SELECT p.id FROM participants w JOIN participants p ON p.room_id = w.room_id AND (
          p.id = w.id OR p.external_user_id = w.external_user_id OR p.user_id = w.user_id
          OR p.link_id = w.link_id AND p.browser_hash = w.browser_hash
        ) WHERE w.id = ${caller.participantId}`;
    case 'link':
      return sql`
        SELECT p.id FROM access_links w JOIN participants p ON p.room_id = w.room_id AND (
          p.external_user_id = w.external_user_id OR p.link_id = w.id AND p.browser_hash = ${caller.browserHash}
        ) WHERE w.id = ${caller.linkId} AND w.revoked_at IS NULL`;
    case 'user':
    case 'session':
    case 'personal':
      return sql`SELECT p.id FROM participants p WHERE p.user_id = ${caller.userId}`;
    default:
      return undefined;
  }
}
