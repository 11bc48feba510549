import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectAll } from '../../platform/db/rows.ts';
import type { ItemRow } from './items.ts';

/** The timeline of a playback, in the order of the video. */
export const itemsOfPlayback = (db: Db, playbackId: string): Promise<ItemRow[]> => selectAll<ItemRow>(db)`
    SELECT id, kind, at_second AS "atSecond", until_second AS "untilSecond", content
    FROM timeline_items WHERE playback_id = ${playbackId} ORDER BY at_second, id`;

/** Serializes changes of the timeline. @returns false if the playback does not exist */
export const lockTimeline = (trx: Db, playbackId: string): Promise<boolean> => hasRows(trx)`
    SELECT FROM playbacks WHERE room_id = ${playbackId} FOR NO KEY UPDATE`;

/** Replaces all items of a timeline. Ids that it had stay the ids of their items. */
export async function replaceItems(trx: Db, playbackId: string, items: ItemRow[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await execute(trx)`
    DELETE FROM timeline_items WHERE playback_id = ${playbackId} AND id <> ALL (${ids})`;
  await execute(trx)`
    INSERT INTO timeline_items (id, playback_id, kind, at_second, until_second, content)
    SELECT id, ${playbackId}, kind, "atSecond", "untilSecond", content
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS i (id text, kind text, "atSecond" double precision, "untilSecond" double precision, content jsonb)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, at_second = excluded.at_second,
      until_second = excluded.until_second, content = excluded.content`;
}
