import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { assetsChannel } from '../store.ts';

/** A piece whose file is not stored yet. */
export interface PlannedPiece {
  key: string;
  assetId: string;
  first: number;
}

/** Remembers the key of a file before the file is written. @returns false if the asset is gone or goes on elsewhere */
export async function planPiece(db: Db, { key, assetId, first }: PlannedPiece): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO asset_pieces (key, asset_id, first)
    SELECT ${key}, id, ${first} FROM assets
    WHERE id = ${assetId} AND received = ${first} AND received < bytes AND deleted_at IS NULL`.execute(db);
  return numAffectedRows > 0n;
}

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
    const { rows } = await sql<{ isWhole: boolean }>`
      UPDATE assets SET received = ${first + bytes},
        content_type = coalesce(${contentType ?? null}, content_type),
        expires_at = CASE WHEN bytes = ${first + bytes} THEN NULL ELSE ${expiresAt}::timestamptz END
      WHERE id = ${assetId} AND received = ${first} AND deleted_at IS NULL
      RETURNING received = bytes AS "isWhole"`.execute(trx);
    const [asset] = rows;
    if (!asset) return false;
    await sql`UPDATE asset_pieces SET bytes = ${bytes} WHERE key = ${key}`.execute(trx);
    if (asset.isWhole) await sql`SELECT pg_notify(${assetsChannel}, '')`.execute(trx);
    return true;
  });

/** The stored pieces of an asset in their order. */
export async function storedPiecesOf(db: Db, assetId: string): Promise<{ key: string; bytes: number }[]> {
  const { rows } = await sql<{ key: string; bytes: number }>`
    SELECT key, bytes::float8 AS bytes FROM asset_pieces
    WHERE asset_id = ${assetId} AND bytes IS NOT NULL ORDER BY first`.execute(db);
  return rows;
}

/** The keys of all pieces of an asset, also of those whose file was not stored or did not count. */
export async function pieceKeysOf(db: Db, assetId: string): Promise<string[]> {
  const rows = await db.selectFrom('asset_pieces').select('key').where('asset_id', '=', assetId).execute();
  return rows.map(({ key }) => key);
}

/** Assets that are one file while pieces of them are left, as after a kill. */
export async function findReadyWithPieces(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT p.asset_id AS id FROM asset_pieces p JOIN assets a ON a.id = p.asset_id
    WHERE a.state = 'ready' LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The keys are one parameter: an upload may have more pieces than a statement may have parameters. */
export async function deletePieceRows(db: Db, keys: string[]): Promise<void> {
  await sql`DELETE FROM asset_pieces WHERE key = ANY(${keys})`.execute(db);
}

/** How many pieces an asset has: an upload in tiny requests would have millions. */
export async function countPieces(db: Db, assetId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM asset_pieces WHERE asset_id = ${assetId}`.execute(db);
  return rows[0]?.count ?? 0;
}
