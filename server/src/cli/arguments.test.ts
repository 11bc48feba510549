import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helpText, readArguments, UsageError } from './arguments.ts';
import { commands } from './commands.ts';

test('a command is parsed with its options and flags', () => {
  const asked = readArguments(['token', 'create', '--name', 'N', '--email=a@example.org']);
  assert.ok(!asked.help);
  assert.equal(asked.command, commands['token create']);
  assert.deepEqual(asked.options, { name: 'N', email: 'a@example.org' });
  const password = readArguments(['password', 'set', '--stdin', '--email', 'a@example.org']);
  assert.ok(!password.help && password.flags.has('stdin'));
});

test('help is shown wherever it is asked for, with every command', () => {
  for (const args of [['--help'], ['-h'], ['help'], ['token', 'create', '--help'], ['nonsense', '--help']]) {
    assert.deepEqual(readArguments(args), { help: true });
  }
  for (const words of Object.keys(commands)) assert.ok(helpText().includes(`  ${words}`));
});

test('a wrong command line is refused with what is wrong in it', () => {
  const email = ['--email', 'a@example.org'];
  const wrong: [string[], RegExp][] = [
    [[], /command is missing/],
    [['token'], /no command "token"/],
    [['constructor'], /no command/],
    [['token', 'create', ...email], /--name is missing/],
    [['token', 'create', ...email, '--name', ''], /--name is missing/],
    [['token', 'create', ...email, '--name'], /--name/],
    [['token', 'create', ...email, '--name', 'x', '--force'], /--force/],
    [['token', 'create', ...email, '--name', 'x', '--stdin'], /--stdin/],
    [['plan', 'set', ...email, '--plan', 'free', 'now'], /"now" is one argument too many/],
  ];
  for (const [args, sentence] of wrong) {
    assert.throws(
      () => readArguments(args),
      (error) => error instanceof UsageError && sentence.test(error.message) && /^Usage: /.test(error.usage),
      args.join(' '),
    );
  }
});
