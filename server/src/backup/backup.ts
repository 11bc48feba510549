/** The functions of backups that the command line uses. */
export { createBackup, type Moved } from './create.ts';
export { storedFilesIn } from './files.ts';
export {
  checkBackupKey,
  checkEmpty,
  containsKey,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
  restoreFiles,
} from './restore.ts';
