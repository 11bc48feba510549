import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { partsOfKey } from './keys.ts';
import { type DocumentReading, filterReadings } from './readable.store.ts';

/** Names the caller in the URLs of files: our server asks at each request whether they still may read (docs/decisions/0224). */
export function documentReaderOf(caller: Caller): string {
  if (caller.kind === 'participant') return `participant:${caller.participantId}`;
  return `account:${accountOf(caller) ?? refuse('forbidden')}`;
}

function readingIn(reading: string): (DocumentReading & { isFile: boolean }) | undefined {
  const [key = '', reader = ''] = reading.split('#', 2);
  const parts = partsOfKey(key);
  const [kind, id = ''] = reader.split(':', 2);
  if (!parts || (kind !== 'participant' && kind !== 'account')) return undefined;
  return {
    ...parts,
    participantId: kind === 'participant' ? id : null,
    userId: kind === 'account' ? id : null,
  };
}

const keyOf = ({ documentId, participantId, userId }: DocumentReading): string =>
  `${documentId} ${participantId} ${userId}`;

/** Selects the files of documents, each with its reader, that may be read now. */
export async function filterReadableDocuments(db: Db, readings: string[]): Promise<Set<string>> {
  const asked = readings.flatMap((reading) => {
    const found = readingIn(reading);
    return found ? [{ reading, ...found }] : [];
  });
  if (asked.length === 0) return new Set();
  const may = new Map((await filterReadings(db, asked)).map((found) => [keyOf(found), found.mayDownload]));
  return new Set(
    asked
      .filter((one) => (one.isFile ? may.get(keyOf(one)) === true : may.has(keyOf(one))))
      .map(({ reading }) => reading),
  );
}
