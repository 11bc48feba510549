import { sql } from 'kysely';
import { isExcluded } from '../participants/participants.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';

export interface Hand {
  participantId: string;
  name: string;
  raisedAt: Date;
}

/** @returns whether the hand was down before */
export async function insertHand(trx: Db, hand: { roomId: string; participantId: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO hands (room_id, participant_id, raised_at) VALUES (${hand.roomId}, ${hand.participantId}, ${now()})
    ON CONFLICT (participant_id) WHERE lowered_at IS NULL DO NOTHING`.execute(trx);
  return numAffectedRows === 1n;
}

/** @returns whether the hand was up */
export async function deleteHand(trx: Db, participantId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hands')
    .set({ lowered_at: now() })
    .where('participant_id', '=', participantId)
    .where('lowered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether any hand was up */
export async function deleteHandsIn(trx: Db, roomId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hands')
    .set({ lowered_at: now() })
    .where('room_id', '=', roomId)
    .where('lowered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A page of the raised hands of participants who may be in the call, oldest first, and their total. */
export async function listHands(
  db: Db,
  roomId: string,
  page: { limit: number; offset: number; order: 'asc' | 'desc' },
): Promise<{ items: Hand[]; total: number }> {
  const up = sql`FROM hands h JOIN participants p ON p.id = h.participant_id
    LEFT JOIN access_links l ON l.id = p.link_id
    WHERE h.room_id = ${roomId} AND h.lowered_at IS NULL AND NOT ${isExcluded}`;
  const direction = page.order === 'asc' ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<Hand>`
    SELECT h.participant_id AS "participantId", p.name, h.raised_at AS "raisedAt" ${up}
    ORDER BY h.id ${direction} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${up}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function raisedAtOf(db: Db, participantId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('hands')
    .select('raised_at')
    .where('participant_id', '=', participantId)
    .where('lowered_at', 'is', null)
    .executeTakeFirst();
  return row?.raised_at;
}

/** Counts a reaction in the running call, if there is one. The call cannot end meanwhile. */
export async function countReaction(
  db: Db,
  { roomId, participantId }: { roomId: string; participantId: string },
): Promise<void> {
  await sql`
    INSERT INTO stage_reactions (call_id, participant_id, count)
    SELECT id, ${participantId}, 1 FROM calls WHERE room_id = ${roomId} AND finished_at IS NULL
    FOR SHARE
    ON CONFLICT (call_id, participant_id) DO UPDATE SET count = stage_reactions.count + 1`.execute(db);
}
