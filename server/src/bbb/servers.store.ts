import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { countChanged, execute, selectAll, selectFirst } from '../platform/db/rows.ts';
import { columnsOf, type RowOf } from '../platform/db/tables.ts';

export type ServerRow = RowOf<'bbb_servers'>;

export const findServer = (db: Db, spaceId: string) => selectFirst<ServerRow>(db)`
    SELECT ${columnsOf('bbb_servers', 'b')} FROM bbb_servers b WHERE b.space_id = ${spaceId}`;

/** @returns undefined if the group has one already, or does not exist */
export const insertServer = (
  db: Db,
  { spaceId, secret, isActive }: { spaceId: string; secret: Buffer; isActive: boolean },
) => selectFirst<ServerRow>(db)`
    INSERT INTO bbb_servers AS b (space_id, secret, is_active, created_at, secret_changed_at)
    SELECT s.id, ${secret}, ${isActive}, ${now()}, ${now()} FROM spaces s WHERE s.id = ${spaceId}
    ON CONFLICT DO NOTHING
    RETURNING ${columnsOf('bbb_servers', 'b')}`;

/** @returns undefined if it was deleted meanwhile */
export const setServerActive = (db: Db, spaceId: string, isActive: boolean) => selectFirst<ServerRow>(db)`
    UPDATE bbb_servers b SET is_active = ${isActive} WHERE b.space_id = ${spaceId}
    RETURNING ${columnsOf('bbb_servers', 'b')}`;

/** Replaces the secret; the previous one is accepted for the overlap. @returns as `setServerActive` */
export const changeServerSecret = (
  db: Db,
  spaceId: string,
  { secret, overlapSeconds }: { secret: Buffer; overlapSeconds: number },
) => selectFirst<ServerRow>(db)`
    UPDATE bbb_servers b SET secret = ${secret}, secret_changed_at = ${now()},
      previous_secret = CASE WHEN ${overlapSeconds > 0} THEN b.secret END,
      previous_secret_until = CASE WHEN ${overlapSeconds > 0} THEN ${after(seconds(overlapSeconds))}::timestamptz END
    WHERE b.space_id = ${spaceId}
    RETURNING ${columnsOf('bbb_servers', 'b')}`;

/** @returns false if there was none */
export const deleteServer = async (db: Db, spaceId: string) =>
  (await countChanged(db)`DELETE FROM bbb_servers WHERE space_id = ${spaceId}`) === 1;

/** Every encrypted secret, including previous ones that are accepted. */
export const allServerSecrets = (db: Db) => selectAll<{ id: string; sealed: Buffer }>(db)`
    SELECT space_id AS id, secret AS sealed FROM bbb_servers
    UNION ALL
    SELECT space_id, previous_secret FROM bbb_servers WHERE previous_secret IS NOT NULL`;

/** The secret may have been replaced meanwhile: then it is the previous one, or is gone. */
export const replaceServerSecret = (
  db: Db,
  spaceId: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> =>
  execute(db)`
    UPDATE bbb_servers
    SET secret = CASE WHEN secret = ${from} THEN ${to} ELSE secret END,
        previous_secret = CASE WHEN previous_secret = ${from} THEN ${to} ELSE previous_secret END
    WHERE space_id = ${spaceId} AND (secret = ${from} OR previous_secret = ${from})`;

/** Deletes previous secrets after their overlap. */
export const forgetPreviousServerSecrets = (db: Db): Promise<void> => execute(db)`
    UPDATE bbb_servers SET previous_secret = NULL, previous_secret_until = NULL
    WHERE previous_secret_until <= clock_timestamp()`;
