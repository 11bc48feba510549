/** What backups offer to the command line. */
export { createBackup, type Moved } from './create.ts';
export {
  bringsItsKey,
  checkBackupKey,
  checkEmpty,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
  restoreFiles,
} from './restore.ts';
