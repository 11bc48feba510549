/** What backups offer to the command line. */
export { createBackup, type Moved } from './create.ts';
export {
  checkBackupKey,
  checkEmpty,
  containsKey,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
  restoreFiles,
} from './restore.ts';
