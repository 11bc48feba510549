import type { Db } from '../../platform/db/db.ts';
import { findNotDeleted, type RecordRow } from '../store.ts';

/** The key under which a file of a recording is stored. */
export const fileKeyOf = ({ spaceId, id }: Pick<RecordRow, 'spaceId' | 'id'>, file: string): string =>
  `records/${spaceId}/${id}/${file}`;

const recordIdOf = (key: string): string => /^records\/[^/]+\/([0-9a-f]{24})\/[^/]+$/.exec(key)?.[1] ?? '';

/** Selects the keys of recordings that are not deleted, without the voices of erased people. */
export async function filterReadableKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const records = await findNotDeleted(db, [...new Set(keys.map(recordIdOf))]);
  return new Set(keys.filter((key) => records.get(recordIdOf(key))?.erasedKeys.includes(key) === false));
}
