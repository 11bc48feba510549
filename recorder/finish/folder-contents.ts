import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, names, type StopOrder } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';

export type EntryOf<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>;

/** The text files of a folder; each may be missing or cut. */
export interface FolderContents {
  job: Partial<Job>;
  stop: StopOrder | undefined;
  entries: JournalEntry[];
}

export async function readFolderContents(folder: string): Promise<FolderContents> {
  const job = await textOf(join(folder, names.job));
  const order = parsed<StopOrder>(await textOf(join(folder, names.stop)));
  return {
    job: parsed<Job>(job) ?? {},
    stop: order && !Number.isNaN(Date.parse(order.at)) ? order : undefined,
    entries: entriesOf(await textOf(join(folder, names.journal))),
  };
}

export const entriesOfType = <T extends JournalEntry['type']>(
  { entries }: FolderContents,
  type: T,
): EntryOf<T>[] => entries.filter((entry): entry is EntryOf<T> => entry.type === type);

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

function parsed<T>(text: string): T | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // A kill cut it while it was written: treat it as missing.
    return undefined;
  }
}

const entriesOf = (text: string): JournalEntry[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line) => parsed<JournalEntry>(line) ?? []);
