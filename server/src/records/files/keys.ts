import type { Db } from '../../platform/db/db.ts';
import { filterWatching } from '../attendees/watchable.store.ts';
import { findNotDeleted, type RecordRow } from '../store.ts';

/** The key under which a file of a recording is stored. */
export const fileKeyOf = ({ spaceId, id }: Pick<RecordRow, 'spaceId' | 'id'>, file: string): string =>
  `records/${spaceId}/${id}/${file}`;

const recordIdOf = (key: string): string => /^records\/[^/]+\/([0-9a-f]{24})\/[^/]+$/.exec(key)?.[1] ?? '';

/** Splits what a URL reads into the key and the participant who reads as one who attended the call. */
function splitReading(reading: string): { recordId: string; key: string; attendeeId: string | undefined } {
  const [key = '', attendeeId] = reading.split('#', 2);
  return { recordId: recordIdOf(key), key, attendeeId };
}

/**
 * Selects the keys of recordings that are not deleted, without the voices of erased people. People who attended the
 * call read only while they may watch.
 */
export async function filterReadableKeys(db: Db, readings: string[]): Promise<Set<string>> {
  const asked = readings.map((reading) => ({ reading, ...splitReading(reading) }));
  const records = await findNotDeleted(db, [...new Set(asked.map(({ recordId }) => recordId))]);
  const here = asked.filter(({ recordId, key }) => records.get(recordId)?.erasedKeys.includes(key) === false);
  const watching = here.flatMap(({ recordId, attendeeId }) => (attendeeId ? { recordId, attendeeId } : []));
  const found = watching.length === 0 ? [] : await filterWatching(db, watching);
  const may = new Set(found.map(({ recordId, attendeeId }) => `${recordId} ${attendeeId}`));
  const readable = here.filter(
    ({ recordId, attendeeId }) => attendeeId === undefined || may.has(`${recordId} ${attendeeId}`),
  );
  return new Set(readable.map(({ reading }) => reading));
}
