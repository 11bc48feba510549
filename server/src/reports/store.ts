import type { Db } from '../platform/db/db.ts';
import { hasRows, selectColumn } from '../platform/db/rows.ts';

/** The rooms of the group of which the account is an owner or a moderator. */
export const ledRoomsIn = (db: Db, spaceId: string, userId: string): Promise<string[]> => selectColumn(db)`
    SELECT rr.room_id FROM room_roles rr JOIN rooms r ON r.id = rr.room_id
    WHERE r.space_id = ${spaceId} AND rr.user_id = ${userId} AND rr.role IN ('owner', 'moderator')`;

/** Whether the account is an owner or a moderator of at least one room of the group. */
export const leadsRoomIn = (db: Db, spaceId: string, userId: string): Promise<boolean> => hasRows(db)`
    SELECT FROM room_roles rr JOIN rooms r ON r.id = rr.room_id
    WHERE r.space_id = ${spaceId} AND rr.user_id = ${userId} AND rr.role IN ('owner', 'moderator') LIMIT 1`;
