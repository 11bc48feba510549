import type { Db } from '../platform/db/db.ts';
import type { Installation } from './database.ts';

/** What a command says: `answer` is its result (standard output), `note` is for the person (standard error). */
export interface CommandOutput {
  answer: string[];
  note?: string;
}

export interface CommandInput {
  options: Record<string, string>;
  flags: ReadonlySet<string>;
  /** The word after the command, where it takes one. */
  operand: string;
  /** The first line of standard input. */
  readLine: () => Promise<string>;
  /** Tells the person of long work. */
  onProgress: (what: string) => void;
}

export interface Command {
  /** What stands for the one word after it. */
  operand?: string;
  /** Its options and what stands for their values. */
  options: Record<string, string>;
  /** Options without a value. */
  flags?: readonly string[];
  summary: string;
  run: (installation: Installation, given: CommandInput) => Promise<CommandOutput>;
}

/** One line of a result, its parts divided by tabs. What people named themselves cannot move a terminal's cursor. */
export const formatLine = (...parts: string[]): string =>
  parts.map((part) => part.replace(/\p{Cc}/gu, '\u{FFFD}')).join('\t');

/** A command that needs no more than the database. */
export const onDatabase =
  (work: (db: Db, given: CommandInput) => Promise<CommandOutput>): Command['run'] =>
  async (installation, given) =>
    work((await installation.open()).db, given);
