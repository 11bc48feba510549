import { type Db, inTransaction } from '../../platform/db/db.ts';
import {
  countChanged,
  execute,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../../platform/db/rows.ts';
import { assetsChannel } from '../store.ts';

/** A piece whose file is not stored yet. */
export interface PlannedPiece {
  key: string;
  assetId: string;
  first: number;
}

/** Remembers the key of a file before the file is written. @returns false if the asset is gone or goes on elsewhere */
export const planPiece = async (db: Db, { key, assetId, first }: PlannedPiece) =>
  (await countChanged(db)`
    INSERT INTO asset_pieces (key, asset_id, first)
    SELECT ${key}, id, ${first} FROM assets
    WHERE id = ${assetId} AND received = ${first} AND received < bytes AND deleted_at IS NULL`) > 0;

export interface StoredPiece extends PlannedPiece {
  bytes: number;
  /** The type of the content, as its first piece shows it; undefined for later pieces. */
  contentType: string | undefined;
  /** The upload expires then, if nothing more arrives. */
  expiresAt: Date;
}

/**
 * Counts a piece after its file was stored. The first of several requests with the same bytes wins.
 * @returns false if this one does not
 */
export const countPiece = (db: Db, piece: StoredPiece): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const { key, assetId, first, bytes, contentType, expiresAt } = piece;
    const asset = await selectFirst<{ isWhole: boolean }>(trx)`
      UPDATE assets SET received = ${first + bytes},
        content_type = coalesce(${contentType ?? null}, content_type),
        expires_at = CASE WHEN bytes = ${first + bytes} THEN NULL ELSE ${expiresAt}::timestamptz END
      WHERE id = ${assetId} AND received = ${first} AND deleted_at IS NULL
      RETURNING received = bytes AS "isWhole"`;
    if (!asset) return false;
    await execute(trx)`UPDATE asset_pieces SET bytes = ${bytes} WHERE key = ${key}`;
    if (asset.isWhole) await execute(trx)`SELECT pg_notify(${assetsChannel}, '')`;
    return true;
  });

/** The stored pieces of an asset in their order. */
export const storedPiecesOf = (db: Db, assetId: string) => selectAll<{ key: string; bytes: number }>(db)`
    SELECT key, bytes::float8 AS bytes FROM asset_pieces
    WHERE asset_id = ${assetId} AND bytes IS NOT NULL ORDER BY first`;

/** The keys of all pieces of an asset, also of those whose file was not stored or did not count. */
export const pieceKeysOf = (db: Db, assetId: string) =>
  selectColumn(db)`SELECT key FROM asset_pieces WHERE asset_id = ${assetId}`;

/** Assets that are one file while pieces of them are left, as after a kill. */
export const findReadyWithPieces = (db: Db, limit: number) => selectColumn(db)`
    SELECT DISTINCT p.asset_id AS id FROM asset_pieces p JOIN assets a ON a.id = p.asset_id
    WHERE a.state = 'ready' LIMIT ${limit}`;

/** The keys are one parameter: an upload may have more pieces than a statement may have parameters. */
export const deletePieceRows = (db: Db, keys: string[]) =>
  execute(db)`DELETE FROM asset_pieces WHERE key = ANY(${keys})`;

/** How many pieces an asset has: an upload in tiny requests would have millions. */
export const countPieces = async (db: Db, assetId: string) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM asset_pieces WHERE asset_id = ${assetId}`) ?? 0;
