import type { Db } from '../platform/db/db.ts';
import type { Installation } from './database.ts';

/**
 * The output of a command: `answer` (with --json `json`) goes to standard output, `note` is for the person and goes to
 * standard error.
 */
export interface CommandOutput {
  answer?: string[];
  json: unknown;
  note?: string;
  /** Whether the exit code is 1, although there is a result. */
  isFailed?: boolean;
}

export interface CommandInput {
  options: Record<string, string>;
  flags: ReadonlySet<string>;
  /** The argument after the command, for commands that take one. */
  operand: string;
  /** Reads the first line of standard input. */
  readLine: () => Promise<string>;
  /** Reports progress of long work to the person. */
  onProgress: (what: string) => void;
}

export interface Command {
  /** The placeholder of the argument in the help. */
  operand?: string;
  /** The options, with the placeholders of their values. */
  options?: Record<string, string>;
  /** Options without a value. */
  flags?: readonly string[];
  summary: string;
  run: (installation: Installation, given: CommandInput) => Promise<CommandOutput>;
}

/** One line of output, tab-separated. Control characters in names are replaced: they could move a terminal's cursor. */
export const formatLine = (...parts: string[]): string =>
  parts.map((part) => part.replace(/\p{Cc}/gu, '\u{FFFD}')).join('\t');

/** Makes a command that needs only the database. */
export const onDatabase =
  (work: (db: Db, given: CommandInput) => Promise<CommandOutput>): Command['run'] =>
  async (installation, given) =>
    work((await installation.open()).db, given);
