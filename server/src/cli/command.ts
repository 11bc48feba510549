import type { AuditedKind } from '../../../contract/audit/kinds.ts';
import { operator, runAudited } from '../platform/audit/audit.ts';
import type { Db } from '../platform/db/db.ts';
import type { Installation } from './database.ts';

/**
 * The output of a command: `answer` (with --json `json`) goes to standard output, `note` is for the person and goes to
 * standard error.
 */
export interface CommandOutput {
  answer?: Iterable<string> | AsyncIterable<string>;
  /** Absent if the lines of `answer` are JSON already. */
  json?: unknown;
  note?: string;
  /** Whether the exit code is 1, although there is a result. */
  isFailed?: boolean;
}

export interface CommandInput {
  /** The words of the command. */
  words: string;
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
  /** Options that may be missing. */
  optional?: Record<string, string>;
  /** Options without a value. */
  flags?: readonly string[];
  summary: string;
  run: (installation: Installation, given: CommandInput) => Promise<CommandOutput>;
}

/** One line of output, tab-separated. Control characters in names are replaced: they could move a terminal's cursor. */
export const formatLine = (...parts: string[]): string =>
  parts.map((part) => part.replace(/\p{Cc}/gu, '\u{FFFD}')).join('\t');

/** A change that the audit log has an entry about, with the ids of what it changes. */
interface OperatorChange {
  kind: AuditedKind;
  params: Record<string, string | undefined>;
}

/** Runs a command that changes something, and adds it to the audit log. */
export const runChange = (
  db: Db,
  { words, ...change }: OperatorChange & Pick<CommandInput, 'words'>,
  work: (db: Db) => Promise<CommandOutput>,
): Promise<CommandOutput> => runAudited(db, { actor: operator, action: words, ...change }, work);

/**
 * Makes a command that needs only the database.
 * @param kind what it changes: in its first transaction, with `--id` of it and `--space` of its group
 */
export const onDatabase =
  (work: (db: Db, given: CommandInput) => Promise<CommandOutput>, kind?: AuditedKind): Command['run'] =>
  async (installation, given) => {
    const { db } = await installation.open();
    if (!kind) return work(db, given);
    const { space, id } = given.options;
    const params = kind === 'group' ? { spaceId: id } : { spaceId: space, id };
    return runChange(db, { words: given.words, kind, params }, (own) => work(own, given));
  };
