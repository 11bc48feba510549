import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type Raw, settings } from './config.table.ts';
import { checkTogether } from './config.together.ts';
import { readSettings } from './platform/settings.ts';

type Computed = 'LECTERN_URL' | 'LECTERN_DATA_DIR' | 'LECTERN_RECORDER_PLACES' | 'LECTERN_SPEECH_PLACES';

export interface Config extends Omit<Raw, Computed> {
  LECTERN_URL: URL;
  /** 0 if the node does not record. */
  LECTERN_RECORDER_PLACES: number;
  /** 0 if the node does not transcribe. */
  LECTERN_SPEECH_PLACES: number;
  /** Absolute path. */
  LECTERN_DATA_DIR: string;
  /** The folder of the program itself. */
  root: string;
  /** The folders of programs: the environment variable PATH. */
  path: string;
}

/** The folder of the program itself. */
export const programFolder = resolve(import.meta.dirname, '../..');

/** One recording takes most of a core, and one core is left for the rest. */
function placesOf({ LECTERN_ROLES: its, LECTERN_RECORDER_PLACES: given }: Raw): number {
  if (!its.includes('recorder')) return 0;
  return given ?? Math.max(1, availableParallelism() - 1);
}

/** Each job has one thread. The other cores are for calls and recordings. */
function speechPlacesOf({ LECTERN_ROLES: its, LECTERN_SPEECH_PLACES: given }: Raw): number {
  if (!its.includes('jobs')) return 0;
  return given ?? Math.max(1, Math.floor(availableParallelism() / 4));
}

/**
 * Reads the environment and, if it exists, `.env` in the root; the environment has priority.
 * @returns the settings, or one sentence for each fault
 */
export function loadConfig(environment = process.env): { config: Config } | { faults: string[] } {
  const root = programFolder;
  const file = join(root, '.env');
  if (environment === process.env && existsSync(file)) process.loadEnvFile(file);
  const { values, faults } = readSettings(settings, environment);
  faults.push(...checkTogether(values, (name) => Boolean(environment[name]?.trim())));
  if (faults.length > 0) return { faults };
  const config: Config = {
    ...values,
    LECTERN_URL: values.LECTERN_URL ?? new URL(`http://localhost:${values.PORT}`),
    LECTERN_DATA_DIR: resolve(root, values.LECTERN_DATA_DIR),
    LECTERN_RECORDER_PLACES: placesOf(values),
    LECTERN_SPEECH_PLACES: speechPlacesOf(values),
    root,
    path: environment.PATH ?? '',
  };
  return { config };
}
