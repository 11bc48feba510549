import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';

/** A call that is only in the database. From now on no node compares calls with the media server. */
export async function insertCallWithoutMedia(
  db: Db,
  { spaceId, roomId }: { spaceId: string; roomId: string },
) {
  await sql`
    INSERT INTO leases (name, holder, expires_at) VALUES ('calls', 'nobody', 'infinity')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`.execute(db);
  const callId = newId();
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at)
    VALUES (${callId}, ${roomId}, ${spaceId}, 'business', 'lesson', now())`.execute(db);
  return {
    /** @returns the id of the entry */
    enter: async (participantId: string): Promise<string> => {
      const [visitId, entryId] = [newId(), newId()];
      await sql`
        INSERT INTO visits (id, call_id, participant_id, entry_id, engine_sid, entered_at)
        VALUES (${visitId}, ${callId}, ${participantId}, ${entryId}, ${`PA_${visitId}`}, now())`.execute(db);
      return entryId;
    },
  };
}
