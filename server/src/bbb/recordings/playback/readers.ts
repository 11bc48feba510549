import type { Db } from '../../../platform/db/db.ts';
import { filterPublished } from '../recordings.store.ts';

/** A URL of a file that names the recording of a meeting instead of a participant. */
export const readerOfPlayback = (meeting: string): string => `bbb:${meeting}`;

const form = /^(records\/[^/]+\/([0-9a-f]{24})\/[^#]+)#bbb:([0-9a-f]{24})$/;

/**
 * Decides about URLs of recordings that a playback page has: only while the recording is published.
 * @param filterOthers decides about all other URLs, and about the file itself
 */
export async function filterPlaybackKeys(
  db: Db,
  readings: string[],
  filterOthers: (readings: string[]) => Promise<Set<string>>,
): Promise<Set<string>> {
  const ours = readings.flatMap((reading) => {
    const [, key = '', recordId = '', meeting = ''] = form.exec(reading) ?? [];
    return key ? [{ reading, key, recordId, meeting }] : [];
  });
  if (ours.length === 0) return filterOthers(readings);
  const published = new Set(
    (await filterPublished(db, ours)).map(({ meeting, recordId }) => `${meeting} ${recordId}`),
  );
  const open = ours.filter(({ meeting, recordId }) => published.has(`${meeting} ${recordId}`));
  const others = readings.filter((reading) => !form.test(reading));
  const readable = await filterOthers([...others, ...new Set(open.map(({ key }) => key))]);
  return new Set([
    ...others.filter((reading) => readable.has(reading)),
    ...open.filter(({ key }) => readable.has(key)).map(({ reading }) => reading),
  ]);
}
