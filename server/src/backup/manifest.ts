import { Unstartable } from '../platform/errors.ts';
import type { Table } from './tables.store.ts';

export const manifestName = 'lectern-backup.json';
export const keyName = 'keys/secret';
export const filesFolder = 'files/';
export const rowsName = ({ name }: Table): string => `database/${name}.copy`;

/** What a backup says of itself. */
export interface Manifest {
  format: 1;
  createdAt: string;
  /** The tables' shape, by the names of the migrations that made it. */
  migrations: string[];
  tables: (Table & { rows: number })[];
  counters: Record<string, string>;
  /** Stored files that were deleted while it was made: what stands under their names is nothing. */
  gone?: string[];
  /** A word and its signature by the installation's key: another key opens none of the secrets. */
  key: { word: string; signature: string };
}

export function readManifest(json: string): Manifest {
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.format !== 1) {
    throw new Unstartable('This backup was made by a newer Lectern: restore it with that version.');
  }
  return manifest;
}
