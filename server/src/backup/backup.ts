/**
 * Backups: one zip with a snapshot of the tables, the files and the key. Owns no table, reads and fills all.
 * Offers: the functions of the commands in `cli/`. Listens to nothing.
 * Look first: `create.ts`, `restore.ts`; `tables.store.ts` names the tables that a backup leaves out.
 */

export { createBackup, type Moved } from './create.ts';
export { restoreFiles, storedFilesIn } from './files.ts';
export {
  checkBackupKey,
  checkEmpty,
  containsKey,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
} from './restore.ts';
