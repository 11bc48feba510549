import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isId, newId } from '../../platform/ids.ts';

/** This node's id. It is stored in the data folder, which only one server holds at a time. */
export function nodeIdIn(folder: string): string {
  const file = join(folder, 'node-id');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (isId(kept)) return kept;
  const made = newId();
  writeFileSync(`${file}.new`, made, { flush: true });
  renameSync(`${file}.new`, file);
  return made;
}
