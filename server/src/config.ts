import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type Raw, settings } from './config.table.ts';
import { checkTogether } from './config.together.ts';
import { warningsOf } from './config.warnings.ts';
import { codeOf, reasonOf } from './platform/process/reasons.ts';
import { nameOfUser } from './platform/process/user-name.ts';
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

/** @returns why the file cannot be read, if so */
function readEnvFile(file: string): string[] {
  if (!existsSync(file)) return [];
  try {
    process.loadEnvFile(file);
    return [];
  } catch (error) {
    const why = codeOf(error) === 'EACCES' ? `by this user (${nameOfUser()})` : `(${reasonOf(error)})`;
    return [
      `${file} cannot be read ${why}: start Lectern and its commands as the user of the installation, or give this user the right to read the file`,
    ];
  }
}

interface Loaded {
  config: Config;
  /** Sentences about settings that are valid, and probably not what was meant. */
  warnings: string[];
}

/**
 * Reads the environment and, if it exists, `.env` in the root; the environment has priority.
 * @returns the settings, or one sentence for each fault
 */
export function loadConfig(environment = process.env): Loaded | { faults: string[] } {
  const root = programFolder;
  const unreadable = environment === process.env ? readEnvFile(join(root, '.env')) : [];
  // Without the file, further faults would be about settings that it has.
  if (unreadable.length > 0) return { faults: unreadable };
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
  return { config, warnings: warningsOf(values, environment) };
}
