import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { commands } from './commands.ts';

/** The command line is wrong; `usage` shows the right form. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly usage: string;

  constructor(message: string, usage: string) {
    super(message);
    this.usage = usage;
  }
}

const invocation = 'npm run lectern --';

function usageOf(words: string, { operand, options, flags = [] }: Command): string {
  const named = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  return [words, ...(operand ? [operand] : []), ...named, ...flags.map((flag) => `[--${flag}]`)].join(' ');
}

export function helpText(): string {
  const lines = Object.entries(commands).flatMap(([words, command]) => [
    `  ${usageOf(words, command)}`,
    `      ${command.summary}`,
  ]);
  return [
    `Usage: ${invocation} <command> [options]`,
    '',
    'Works on the installation of the data folder (LECTERN_DATA_DIR) or of DATABASE_URL, whether its server runs or not.',
    '',
    ...lines,
    '',
    `Results go to standard output, notes and errors to standard error: TOKEN=$(npm run -s lectern -- token create …).`,
    '',
  ].join('\n');
}

export type ParsedArguments =
  | { help: true }
  | {
      help: false;
      command: Command;
      operand: string;
      options: Record<string, string>;
      flags: ReadonlySet<string>;
    };

function parse(args: string[], command: Command, usage: string) {
  const options: Record<string, { type: 'string' | 'boolean' }> = { help: { type: 'boolean' } };
  for (const name of Object.keys(command.options)) options[name] = { type: 'string' };
  for (const name of command.flags ?? []) options[name] = { type: 'boolean' };
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Keep the first sentence of Node's message: the advice that follows is of no use here.
    const said = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${(said.split(/\. |\n/)[0] ?? said).replace(/\.$/, '')}.`, usage);
  }
}

/** The command at the start of a line, of two words or one; "" if there is none. */
function wordsOf(args: string[]): string {
  const possible = [args.slice(0, 2).join(' '), args[0] ?? ''];
  return possible.find((words) => Object.hasOwn(commands, words)) ?? '';
}

/** Parses the command line. @throws UsageError */
export function readArguments(args: string[]): ParsedArguments {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') return { help: true };
  const words = wordsOf(args);
  const command = commands[words];
  if (!command) {
    const message =
      args.length === 0 ? 'A command is missing.' : `There is no command "${args.slice(0, 2).join(' ')}".`;
    throw new UsageError(message, helpText());
  }
  const usage = `Usage: ${invocation} ${usageOf(words, command)}\n`;
  const { values, positionals } = parse(args.slice(words.split(' ').length), command, usage);
  const operand = command.operand ? (positionals.shift() ?? '') : '';
  if (command.operand && operand === '') throw new UsageError(`${command.operand} is missing.`, usage);
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one argument too many.`, usage);
  const options: Record<string, string> = {};
  for (const name of Object.keys(command.options)) {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`, usage);
    options[name] = value;
  }
  const flags = (command.flags ?? []).filter((flag) => values[flag]);
  return { help: false, command, operand, options, flags: new Set(flags) };
}
