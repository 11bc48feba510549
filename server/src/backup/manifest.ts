import { Unstartable } from '../platform/errors.ts';
import type { BackupTable } from './tables.store.ts';

export const manifestName = 'lectern-backup.json';
export const keyName = 'keys/secret';
export const filesFolder = 'files/';
export const rowsName = ({ name }: BackupTable): string => `database/${name}.copy`;

/** The description of a backup that is stored in it. */
export interface Manifest {
  format: 1;
  createdAt: string;
  /** The names of the migrations that created these tables. */
  migrations: string[];
  tables: (BackupTable & { rows: number })[];
  counters: Record<string, string>;
  /** Stored files that were deleted during the backup: their entries are empty. */
  gone?: string[];
  /** A random text and its signature by the installation's key. A restore needs the same key to decrypt the secrets. */
  key: { word: string; signature: string };
}

export function readManifest(json: string): Manifest {
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.format !== 1) {
    throw new Unstartable('This backup was made by a newer Lectern: restore it with that version.');
  }
  return manifest;
}
