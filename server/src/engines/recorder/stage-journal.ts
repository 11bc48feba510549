import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { type StageEntry, stageEntriesIn } from '../../../../recorder/folder/stage.ts';
import { codeOf } from '../../platform/process/reasons.ts';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Appends an item on the stage, unless the journal has it or a newer one: the server repeats it after a restart.
 * Synchronous, so that no other call comes in between.
 */
export function appendStageEntry(path: string, entry: StageEntry): void {
  const text = textOf(path);
  const last = stageEntriesIn(text).at(-1);
  if (last && last.version >= entry.version) return;
  // A kill may have cut the last line.
  const isCut = text !== '' && !text.endsWith('\n');
  appendFileSync(path, `${isCut ? '\n' : ''}${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

/** Makes a file unless it is there. The recorder never sees a part of it. */
export async function fetchOnce(path: string, fetch: (path: string) => Promise<unknown>): Promise<void> {
  if (existsSync(path)) return;
  const unfinished = `${path}.new`;
  if (await fetch(unfinished)) renameSync(unfinished, path);
}
