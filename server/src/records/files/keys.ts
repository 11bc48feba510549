import type { Db } from '../../platform/db/db.ts';
import { filterWatching } from '../attendees/watchable.store.ts';
import { filterLinkReaders, linkIdOfReader } from '../links/links.store.ts';
import { findNotDeleted, type RecordRow } from '../store.ts';

/** The key under which a file of a recording is stored. */
export const fileKeyOf = ({ spaceId, id }: Pick<RecordRow, 'spaceId' | 'id'>, file: string): string =>
  `records/${spaceId}/${id}/${file}`;

const recordIdOf = (key: string): string => /^records\/[^/]+\/([0-9a-f]{24})\/[^/]+$/.exec(key)?.[1] ?? '';

/** Splits what a URL reads into the key and its reader: a link, or the participant who attended the call. */
function splitReading(reading: string) {
  const [key = '', reader] = reading.split('#', 2);
  const linkId = reader === undefined ? undefined : linkIdOfReader(reader);
  return { recordId: recordIdOf(key), key, reader, linkId };
}

/**
 * Selects the keys of recordings that are not deleted, without the voices of erased people. People who attended the
 * call read only while they may watch, and people with a link only while it is valid.
 */
export async function filterReadableKeys(db: Db, readings: string[]): Promise<Set<string>> {
  const asked = readings.map((reading) => ({ reading, ...splitReading(reading) }));
  const records = await findNotDeleted(db, [...new Set(asked.map(({ recordId }) => recordId))]);
  const here = asked.filter(({ recordId, key }) => records.get(recordId)?.erasedKeys.includes(key) === false);
  const watching = here.flatMap(({ recordId, reader, linkId }) =>
    reader && !linkId ? { recordId, attendeeId: reader } : [],
  );
  const byLink = here.flatMap(({ recordId, linkId }) => (linkId ? { recordId, linkId } : []));
  const attendees = watching.length === 0 ? [] : await filterWatching(db, watching);
  const links = byLink.length === 0 ? [] : await filterLinkReaders(db, byLink);
  const may = new Set([
    ...attendees.map(({ recordId, attendeeId }) => `${recordId} ${attendeeId}`),
    ...links.map(({ recordId, linkId }) => `${recordId} ${linkId}`),
  ]);
  const readable = here.filter(
    ({ recordId, reader, linkId }) => reader === undefined || may.has(`${recordId} ${linkId ?? reader}`),
  );
  return new Set(readable.map(({ reading }) => reading));
}
