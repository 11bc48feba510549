import { type RawBuilder, sql } from 'kysely';
import type { AssetState } from '../../../contract/operations/assets.ts';
import { now } from '../platform/clock.ts';
import { containsText } from '../platform/db/contains-text.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { prepared } from '../platform/db/prepared.ts';
import {
  countChanged,
  execute,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../platform/db/tables.ts';

export type AssetRow = RowOf<'assets'>;

const assetColumns = columnsOf('assets', 'a');

/** Notified on commit when a job has work: the last byte of an upload arrived, or an asset was deleted. */
export const assetsChannel = 'lectern_assets';

const wakeJobs = (trx: Db) => sql`SELECT pg_notify(${assetsChannel}, '')`.execute(trx);

export async function insertAsset(trx: Db, asset: NewRowOf<'assets'>): Promise<void> {
  await trx.insertInto('assets').values(snakeCased(asset)).execute();
}

/** Finds an asset that is not deleted. */
export const findAsset = (db: Db, { spaceId, assetId }: { spaceId: string; assetId: string }) =>
  selectFirst<AssetRow>(db)`${prepared}
    SELECT ${assetColumns} FROM assets a
    WHERE a.id = ${assetId} AND a.space_id = ${spaceId} AND a.deleted_at IS NULL`;

/** Finds an asset of any purpose that is not deleted; nobody deletes it before the transaction ends. */
export const lockAssetOfSpace = (trx: Db, { spaceId, assetId }: { spaceId: string; assetId: string }) =>
  selectFirst<AssetRow>(trx)`
    SELECT ${assetColumns} FROM assets a
    WHERE a.id = ${assetId} AND a.space_id = ${spaceId} AND a.deleted_at IS NULL FOR SHARE`;

/** Finds an asset that is not deleted, in any group. */
export const assetById = (db: Db, assetId: string) => selectFirst<AssetRow>(db)`
    SELECT ${assetColumns} FROM assets a WHERE a.id = ${assetId} AND a.deleted_at IS NULL`;

/** The key of the file of an upload that is ready and not deleted; undefined otherwise. */
export async function keyOfReadyAsset(db: Db, assetId: string): Promise<string | undefined> {
  const asset = await assetById(db, assetId);
  return asset?.state === 'ready' ? asset.key : undefined;
}

export interface AssetFilters {
  spaceId: string;
  state?: AssetState | undefined;
  /** A part of the name, in any case. */
  name?: string | undefined;
}

const conditionOf: Record<AssetState, RawBuilder<unknown>> = {
  uploading: sql`a.state = 'uploading' AND a.received < a.bytes`,
  processing: sql`a.state = 'uploading' AND a.received = a.bytes`,
  ready: sql`a.state = 'ready'`,
};

export async function assetsOf(db: Db, { spaceId, state, name }: AssetFilters, page: Page) {
  const conditions = [sql`a.space_id = ${spaceId}`, sql`a.purpose = 'video'`, sql`a.deleted_at IS NULL`];
  if (state !== undefined) conditions.push(conditionOf[state]);
  if (name !== undefined) conditions.push(containsText(sql`a.name`, name));
  const all = sql`FROM assets a WHERE ${sql.join(conditions, sql` AND `)}`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<AssetRow>(db)`
    SELECT ${assetColumns} ${all}
    ORDER BY a.created_at ${direction}, a.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

export const setAssetName = (db: Db, assetId: string, name: string) =>
  execute(db)`UPDATE assets SET name = ${name} WHERE id = ${assetId}`;

/** Counts the uploads of a group whose last byte has not arrived. */
export const countUnfinishedUploads = async (db: Db, spaceId: string) =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM assets
    WHERE space_id = ${spaceId} AND deleted_at IS NULL AND received < bytes`) ?? 0;

/** @returns false if it was deleted already */
export async function markAssetDeleted(trx: Db, assetId: string, at: Date): Promise<boolean> {
  const changed = await countChanged(trx)`
    UPDATE assets SET deleted_at = ${at} WHERE id = ${assetId} AND deleted_at IS NULL`;
  await wakeJobs(trx);
  return changed === 1;
}

/** Deletes all assets of a group, also those in use: the group is being deleted with everything in it. */
export async function deleteAssetsOf(trx: Db, { id: spaceId }: { id: string }): Promise<void> {
  await execute(trx)`
    UPDATE assets SET deleted_at = ${now()} WHERE space_id = ${spaceId} AND deleted_at IS NULL`;
  await wakeJobs(trx);
}

/** Deletes uploads that nobody continued for a day. @returns how many */
export async function removeExpiredUploads(db: Db): Promise<number> {
  const at = now();
  return countChanged(db)`
    UPDATE assets SET deleted_at = ${at} WHERE expires_at < ${at} AND deleted_at IS NULL`;
}

/** The ids of these assets that are ready and not deleted. */
export const filterReadyAssets = async (db: Db, assetIds: string[]) =>
  new Set(
    await selectColumn(db)`${prepared}
    SELECT id FROM assets
    WHERE id = ANY (${assetIds}) AND state = 'ready' AND deleted_at IS NULL`,
  );

/** Assets whose bytes have all arrived and are not yet one file, oldest first, after one of them. */
export const findWholeUploads = (db: Db, { after, limit }: { after: string; limit: number }) =>
  selectAll<AssetRow>(db)`
    SELECT ${assetColumns} FROM assets a
    WHERE a.state = 'uploading' AND a.received = a.bytes AND a.deleted_at IS NULL AND a.id > ${after}
    ORDER BY a.id LIMIT ${limit}`;

/** @returns false if the asset was deleted meanwhile */
export async function markAssetReady(db: Db, assetId: string, at: Date): Promise<boolean> {
  const changed = await countChanged(db)`
    UPDATE assets SET state = 'ready', uploaded_at = ${at}
    WHERE id = ${assetId} AND deleted_at IS NULL`;
  // The job that converts documents waits for their files.
  await wakeJobs(db);
  return changed === 1;
}

export const findDeletedAssets = (db: Db, { after, limit }: { after: string; limit: number }) =>
  selectAll<AssetRow>(db)`
    SELECT ${assetColumns} FROM assets a WHERE a.deleted_at IS NOT NULL AND a.id > ${after}
    ORDER BY a.id LIMIT ${limit}`;

/** Removes the row of a deleted asset with those of its pieces. */
export const deleteAssetRow = (db: Db, assetId: string) =>
  execute(db)`DELETE FROM assets WHERE id = ${assetId} AND deleted_at IS NOT NULL`;
