import { createInterface } from 'node:readline';
import { readArguments, UsageError } from './cli/arguments.ts';
import type { Command, CommandInput } from './cli/command.ts';
import { Installation } from './cli/database.ts';
import { sentenceFor } from './cli/failure.ts';
import { reportProgress } from './cli/progress.ts';
import { loadConfig } from './config.ts';

const complain = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
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
  const installation = new Installation(loaded.config, loaded.warnings);
  const interrupt = () => void installation.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const { answer = [], json, note, isFailed = false } = await command.run(installation, given);
    const lines = isJson && json !== undefined ? [JSON.stringify(json, null, 2)] : answer;
    for await (const line of lines) process.stdout.write(`${line}\n`);
    if (note) complain(note);
    return isFailed ? 1 : 0;
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
    const { words, operand, options, flags } = asked;
    const onProgress = reportProgress(complain);
    return await perform(asked, { words, operand, options, flags, readLine, onProgress });
  } catch (error) {
    if (!(error instanceof UsageError)) {
      complain(sentenceFor(error));
      return 1;
    }
    // The fault comes last, where people look.
    complain(`${error.usage}${error.message}`);
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
