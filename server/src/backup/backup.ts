/** What backups offer to the command line. */
export { createBackup, type Moved } from './create.ts';
export {
  bringsItsKey,
  checkEmpty,
  checkKey,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
  restoreFiles,
} from './restore.ts';
