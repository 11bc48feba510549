import { parseArgs } from 'node:util';
import { nearestOf } from '../platform/nearest.ts';
import { thisRelease } from '../release.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { completionScript, isShell, shells } from './completion.ts';
import { invocation, silentInvocation } from './invocation.ts';

/** The command line is wrong; `usage` shows the right form. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly usage: string;

  constructor(message: string, usage: string) {
    super(message);
    this.usage = usage;
  }
}

function usageOf(words: string, { operand, options = {}, optional = {}, flags = [] }: Command): string {
  const named = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  const more = [...Object.entries(optional).map(([name, value]) => `${name} ${value}`), ...flags];
  return [words, ...(operand ? [operand] : []), ...named, ...more.map((option) => `[--${option}]`)].join(' ');
}

const describe = (words: string, command: Command): string[] => [
  `  ${usageOf(words, command)}`,
  `      ${command.summary}`,
];

/** The help of every command. */
export function helpText(): string {
  return [
    `Usage: ${invocation} <command> [options]`,
    '',
    'Works on the installation of the data folder (LECTERN_DATA_DIR) or of DATABASE_URL, whether its server runs or not.',
    '',
    ...Object.entries(commands).flatMap(([words, command]) => describe(words, command)),
    `  completion ${shells.join('|')}`,
    '      print a script that completes commands and options of a program called lectern in that shell',
    '  help [COMMAND]',
    '      explain one command, or all that begin with a word; the same as COMMAND --help',
    '  version',
    '      print the version of Lectern',
    '',
    'Each command takes --json: its result is then one JSON document.',
    'The email address of --email may also stand alone: users disable a@example.org.',
    `Results go to standard output, notes and errors to standard error: TOKEN=$(${silentInvocation} token create …).`,
    '',
  ].join('\n');
}

/** The help of one command, or of all that begin with a word such as `users`. @throws UsageError if there is none */
function helpOf(args: string[]): string {
  const named = args.filter((arg) => !arg.startsWith('-'));
  if (named.length === 0) return helpText();
  const exact = wordsOf(named);
  const found = Object.keys(commands).filter((words) =>
    exact ? words === exact : words.startsWith(`${named[0]} `),
  );
  if (found.length === 0) throw unknownCommand(named);
  return helpOfSome(found);
}

function helpOfSome(named: string[]): string {
  const lines = named.flatMap((words) => (commands[words] ? describe(words, commands[words]) : []));
  return [`Usage: ${invocation} <command> [options] [--json]`, '', ...lines, ''].join('\n');
}

/** The error for a command line whose command does not exist, with the one that was probably meant. */
function unknownCommand(named: string[]): UsageError {
  const typed = named.slice(0, 2).join(' ');
  const [first = ''] = named;
  const known = Object.keys(commands);
  const nearest = nearestOf(typed, known) ?? nearestOf(first, known);
  const alike = known.filter((words) => words.startsWith(`${first} `));
  const usage = alike.length > 0 ? helpOfSome(alike) : `Usage: ${invocation} <command> [options] [--json]\n`;
  const advice = nearest ? `Did you mean "${nearest}"?` : `"${invocation} help" lists all commands.`;
  return new UsageError(`There is no command "${typed}". ${advice}`, usage);
}

function completionOf(args: string[]): string {
  const [shell = ''] = args;
  if (args.length === 1 && isShell(shell)) return completionScript(commands, shell);
  throw new UsageError(
    `completion needs the name of a shell: ${shells.join(' or ')}.`,
    `Usage: ${invocation} completion ${shells.join('|')}\n`,
  );
}

function parse(args: string[], command: Command, usage: string) {
  const options: Record<string, { type: 'string' | 'boolean' }> = { json: { type: 'boolean' } };
  for (const name of Object.keys({ ...command.options, ...command.optional })) {
    options[name] = { type: 'string' };
  }
  for (const name of command.flags ?? []) options[name] = { type: 'boolean' };
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Keep the first sentence of Node's message: the advice that follows is of no use here.
    const said = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${(said.split(/\. |\n/)[0] ?? said).replace(/\.$/, '')}.`, usage);
  }
}

function versionText(isJson: boolean): string {
  const release = thisRelease();
  if (isJson) return `${JSON.stringify(release)}\n`;
  return `Lectern ${release.version}${release.commit === null ? '' : ` (${release.commit})`}\n`;
}

/** The command at the start of a line, of two words or one; "" if there is none. */
function wordsOf(args: string[]): string {
  const possible = [args.slice(0, 2).join(' '), args[0] ?? ''];
  return possible.find((words) => Object.hasOwn(commands, words)) ?? '';
}

/** `--json` may also come first. */
const withJsonLast = (args: string[]): string[] =>
  args[0] === '--json' && args.length > 1 ? [...args.slice(1), '--json'] : args;

/** Parses the command line. @returns a text to print, or a command with its input. @throws UsageError */
export function readArguments(given: string[]) {
  const args = withJsonLast(given);
  if (args[0] === 'help') return { text: helpOf(args.slice(1)) };
  if (args.includes('--help') || args.includes('-h')) return { text: helpOf(args) };
  const asked = /^(?:--)?version( --json)?$/.exec(args.join(' '));
  if (asked) return { text: versionText(asked[1] !== undefined) };
  if (args[0] === 'completion') return { text: completionOf(args.slice(1)) };
  const words = wordsOf(args);
  const command = commands[words];
  if (!command) {
    const named = args.filter((arg) => !arg.startsWith('-'));
    throw named.length > 0 ? unknownCommand(named) : new UsageError('A command is missing.', helpText());
  }
  const usage = `Usage: ${invocation} ${usageOf(words, command)}\n`;
  const { values, positionals } = parse(args.slice(words.split(' ').length), command, usage);
  if (command.options?.email && values.email === undefined) values.email = positionals.shift();
  const operand = command.operand ? (positionals.shift() ?? '') : '';
  if (command.operand && operand === '') throw new UsageError(`${command.operand} is missing.`, usage);
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one argument too many.`, usage);
  const options: Record<string, string> = {};
  for (const name of Object.keys(command.options ?? {})) {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`, usage);
    options[name] = value;
  }
  for (const name of Object.keys(command.optional ?? {})) {
    const value = values[name];
    if (value === '') throw new UsageError(`--${name} has no value.`, usage);
    if (typeof value === 'string') options[name] = value;
  }
  const flags = (command.flags ?? []).filter((flag) => values[flag]);
  return { command, words, operand, options, flags: new Set(flags), isJson: values.json === true };
}
