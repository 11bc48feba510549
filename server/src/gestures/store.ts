import { sql } from 'kysely';
import { after, now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import {
  countChanged,
  execute,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../platform/db/rows.ts';

export interface Hand {
  participantId: string;
  name: string;
  raisedAt: Date;
}

/**
 * Raises a hand in a room whose channel is locked. It is later than every other raised hand, also when the clocks of
 * nodes differ: `raisedAt` alone is the order (docs/decisions/0106).
 * @returns whether the hand was down before
 */
export const insertHand = async (trx: Db, hand: { roomId: string; participantId: string }) =>
  (await countChanged(trx)`
    INSERT INTO hands (room_id, participant_id, raised_at)
    SELECT ${hand.roomId}, ${hand.participantId}, greatest(${now()}, max(raised_at) + interval '1 millisecond')
    FROM hands WHERE room_id = ${hand.roomId} AND lowered_at IS NULL
    ON CONFLICT (participant_id) WHERE lowered_at IS NULL DO NOTHING`) === 1;

/** @returns whether the hand was up */
export const deleteHand = async (trx: Db, participantId: string) =>
  (await countChanged(trx)`
    UPDATE hands SET lowered_at = ${now()} WHERE participant_id = ${participantId} AND lowered_at IS NULL`) >
  0;

/**
 * Lowers all hands; those of people who left stay down when they return.
 * @returns the participants whose hands were up, in the order of the hands
 */
export async function deleteHandsIn(trx: Db, roomId: string): Promise<string[]> {
  await execute(trx)`UPDATE hands SET left_at = NULL WHERE room_id = ${roomId} AND left_at IS NOT NULL`;
  return selectColumn(trx)`
    WITH lowered AS (
      UPDATE hands SET lowered_at = ${now()} WHERE room_id = ${roomId} AND lowered_at IS NULL
      RETURNING participant_id, raised_at
    )
    SELECT participant_id FROM lowered ORDER BY raised_at`;
}

/** Lowers the hand of a person who has no open visit to the call. @returns whether it was up */
export async function dropHandOfAbsent(trx: Db, participantId: string): Promise<boolean> {
  const at = now();
  const changed = await countChanged(trx)`
    UPDATE hands SET lowered_at = ${at}, left_at = ${at}
    WHERE participant_id = ${participantId} AND lowered_at IS NULL
      AND NOT EXISTS (SELECT FROM visits WHERE participant_id = ${participantId} AND exited_at IS NULL)`;
  return changed === 1;
}

/** Raises a hand again, in its old position, if its owner left only so many milliseconds ago. @returns it, if it is up again */
export const restoreHand = (trx: Db, participantId: string, within: number) => selectFirst<Hand>(trx)`
    UPDATE hands h SET lowered_at = NULL, left_at = NULL
    FROM participants p
    WHERE p.id = h.participant_id AND h.id = (
      SELECT id FROM hands WHERE participant_id = ${participantId} ORDER BY id DESC LIMIT 1
    ) AND h.left_at > ${after(-within)}
    RETURNING h.participant_id AS "participantId", p.name, h.raised_at AS "raisedAt"`;

/** The names that somebody sees: all, or those of moderators and the one with this id; others are empty. */
export interface NamesSeen {
  areAll: boolean;
  ownId: string | null;
}

/** The name of a participant for everybody in the call; empty where guests may not see each other. */
export const nameForEverybody = async (db: Db, participantId: string): Promise<string> =>
  (await selectValue(db)`
    SELECT CASE WHEN p.role = 'moderator' OR coalesce((r.flags->>'isPeopleViewingAllowed')::boolean, true)
      THEN p.name ELSE '' END AS name
    FROM participants p JOIN rooms r ON r.id = p.room_id WHERE p.id = ${participantId}`) ?? '';

/** A page of the raised hands of participants who may be in the call, oldest first, and their total. */
export async function listHands(
  db: Db,
  { roomId, areAll, ownId }: NamesSeen & { roomId: string },
  page: Page,
) {
  const all = sql`FROM hands h JOIN participants p ON p.id = h.participant_id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE h.room_id = ${roomId} AND h.lowered_at IS NULL AND NOT s.is_excluded`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<Hand>(db)`
    SELECT h.participant_id AS "participantId", h.raised_at AS "raisedAt",
      CASE WHEN ${areAll} OR p.role = 'moderator' OR p.id = ${ownId}::text THEN p.name ELSE '' END AS name
    ${all}
    ORDER BY h.raised_at ${direction}, h.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

export const raisedAtOf = (db: Db, participantId: string) => selectValue<Date>(db)`
    SELECT raised_at AS "raisedAt" FROM hands
    WHERE participant_id = ${participantId} AND lowered_at IS NULL`;

/** Counts a reaction in the running call, if there is one. The call cannot end meanwhile. */
export const countReaction = (db: Db, { roomId, participantId }: { roomId: string; participantId: string }) =>
  execute(db)`
    INSERT INTO stage_reactions (call_id, participant_id, count)
    SELECT id, ${participantId}, 1 FROM calls WHERE room_id = ${roomId} AND finished_at IS NULL
    FOR SHARE
    ON CONFLICT (call_id, participant_id) DO UPDATE SET count = stage_reactions.count + 1`;
