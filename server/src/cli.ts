import { createInterface } from 'node:readline';
import { readArguments, UsageError } from './cli/arguments.ts';
import type { Command, CommandInput } from './cli/command.ts';
import { Installation } from './cli/database.ts';
import { startCommands } from './cli/invocation.ts';
import { reportProgress } from './cli/progress.ts';
import { loadConfig } from './config.ts';
import { isDatabaseAway } from './platform/db/db.ts';
import { Unstartable } from './platform/errors.ts';

const complain = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

/** PostgreSQL's codes for an unknown table or column. */
const isOfAnotherVersion = (error: unknown): boolean =>
  ['42P01', '42703'].includes(String((error as { code?: unknown })?.code));

function sentenceFor(error: unknown): string {
  if (error instanceof Unstartable) return error.message;
  if (isDatabaseAway(error)) return 'The database went away in between. Try again.';
  if (isOfAnotherVersion(error)) {
    return `The database is not that of this version, or its first start was interrupted: start the server once with ${startCommands}.`;
  }
  return `That failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

interface Asked {
  command: Command;
  isJson: boolean;
}

async function perform({ command, isJson }: Asked, given: CommandInput): Promise<number> {
  const loaded = loadConfig();
  if ('faults' in loaded) {
    complain(`Some settings are wrong:\n${loaded.faults.map((fault) => `  - ${fault}`).join('\n')}`);
    return 1;
  }
  const installation = new Installation(loaded.config);
  const interrupt = () => void installation.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const { answer = [], json, note } = await command.run(installation, given);
    const lines = isJson ? [JSON.stringify(json, null, 2)] : answer;
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (note) complain(note);
    return 0;
  } finally {
    await installation.close();
  }
}

async function main(): Promise<number> {
  try {
    const asked = readArguments(process.argv.slice(2));
    if (asked.text !== undefined) {
      process.stdout.write(asked.text);
      return 0;
    }
    const { operand, options, flags } = asked;
    const onProgress = reportProgress(complain);
    return await perform(asked, { operand, options, flags, readLine, onProgress });
  } catch (error) {
    if (!(error instanceof UsageError)) {
      complain(sentenceFor(error));
      return 1;
    }
    complain(`${error.message}\n${error.usage}`);
    return 2;
  }
}

/**
 * A reader that closes the pipe early (`| head -1`) is no error: the command ends as usual, so that it closes what it
 * opened. Another failure, such as a full disk, loses output.
 */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1;
  });
}

process.exitCode = (await main()) || process.exitCode;
