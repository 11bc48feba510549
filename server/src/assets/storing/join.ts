import { FilesAway } from '../../engines/files/files.ts';
import { now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { AssetParts } from '../parts.ts';
import { PieceFile } from '../receiving/piece-file.ts';
import {
  deletePieceRows,
  findReadyWithPieces,
  pieceKeysOf,
  storedPiecesOf,
} from '../receiving/pieces.store.ts';
import {
  type AssetRow,
  assetsChannel,
  findWholeUploads,
  markAssetDeleted,
  markAssetReady,
} from '../store.ts';

export interface JoinParts extends Pick<AssetParts, 'files' | 'folder' | 'log' | 'space'> {
  db: Db;
}

export const timings = { everySeconds: 10 };
const atOnce = 20;

/** A piece of an upload is not in the storage, as after the restore of an older backup. */
class PieceMissing extends Error {
  override name = 'PieceMissing';
}

async function appendPieces({ files, db }: JoinParts, asset: AssetRow, file: PieceFile): Promise<void> {
  for (const { key, bytes } of await storedPiecesOf(db, asset.id)) {
    const piece = await files.open(key);
    if (!piece || piece.size !== bytes) {
      await piece?.close();
      throw new PieceMissing(key);
    }
    try {
      for await (const chunk of piece.read(0, bytes - 1)) await file.append(chunk);
    } finally {
      await piece.close();
    }
  }
  if (file.bytes !== Number(asset.bytes)) throw new PieceMissing(`${file.bytes} of ${asset.bytes} bytes`);
}

/** Makes one file of the pieces and stores it. Repeated after a kill, it does the same again. */
async function joinPieces(parts: JoinParts, asset: AssetRow, signal: AbortSignal): Promise<void> {
  const { files, folder, db } = parts;
  {
    await using file = await PieceFile.open(folder);
    await appendPieces(parts, asset, file);
    await file.close();
    const contentType = asset.contentType ?? 'application/octet-stream';
    await files.put(asset.key, file.path, { contentType, signal });
  }
  // An asset that was deleted meanwhile has its files removed with those of all deleted ones.
  if (await markAssetReady(db, asset.id, now())) await removePieces(parts, asset.id);
}

async function removePieces({ files, db }: JoinParts, assetId: string): Promise<void> {
  const keys = await pieceKeysOf(db, assetId);
  await files.remove(keys);
  await deletePieceRows(db, keys);
}

/**
 * Joins one upload. A failure of one must not stop the others.
 * @returns false while the storage is away
 */
async function joinOrReport(parts: JoinParts, asset: AssetRow, signal: AbortSignal): Promise<boolean> {
  const { db, log, space } = parts;
  const about = { assetId: asset.id, spaceId: asset.spaceId, bytes: asset.bytes };
  const reserved = await space.reserve(Number(asset.bytes));
  try {
    if (!reserved) throw new Refusal('upload_no_space');
    await joinPieces(parts, asset, signal);
  } catch (error) {
    if (signal.aborted) return false;
    if (error instanceof PieceMissing) {
      log.warn({ ...about, reason: error.message }, 'deleted an uploaded video: a part of it is not stored');
      await inTransaction(db, (trx) => markAssetDeleted(trx, asset.id, now()));
    } else if (error instanceof Refusal || error instanceof FilesAway) {
      log.warn({ ...about, reason: error.message }, 'an uploaded video could not be stored; will retry');
      return error instanceof Refusal;
    } else throw error;
  } finally {
    reserved?.end();
  }
  return true;
}

async function joinAll(parts: JoinParts, signal: AbortSignal): Promise<void> {
  // All of them: those for which the disk has no space must not keep smaller ones waiting.
  let found: AssetRow[];
  let after = '';
  do {
    found = await findWholeUploads(parts.db, { after, limit: atOnce });
    for (const asset of found) {
      if (signal.aborted || !(await joinOrReport(parts, asset, signal))) return;
      after = asset.id;
    }
  } while (found.length === atOnce);
  for (const assetId of await findReadyWithPieces(parts.db, atOnce)) await removePieces(parts, assetId);
}

/** Makes one file of each upload whose last byte has arrived. */
export const joinPiecesJob = (parts: JoinParts): JobDefinition => ({
  everyMs: seconds(timings.everySeconds),
  wokenBy: [assetsChannel],
  run: (stop) => joinAll(parts, stop),
});
