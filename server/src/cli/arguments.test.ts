import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { helpText, readArguments, UsageError } from './arguments.ts';
import { commands } from './commands.ts';

test('a command is parsed with its options and flags', () => {
  const asked = readArguments(['token', 'create', '--name', 'N', '--email=a@example.org']);
  assert.ok(asked.text === undefined);
  assert.equal(asked.command, commands['token create']);
  assert.deepEqual(asked.options, { name: 'N', email: 'a@example.org' });
  const password = readArguments(['password', 'set', '--stdin', '--email', 'a@example.org']);
  assert.ok(password.text === undefined && password.flags.has('stdin'));
  assert.equal(password.isJson, false);
  const json = readArguments(['users', 'list', '--json']);
  assert.ok(json.text === undefined && json.isJson);
});

test('--json may come first, and an email address may stand alone', () => {
  for (const args of [
    ['--json', 'users', 'disable', 'a@example.org', '--keep-links'],
    ['users', 'disable', '--keep-links', '--email', 'a@example.org', '--json'],
    ['users', 'disable', '--keep-links', 'a@example.org', '--json'],
  ]) {
    const asked = readArguments(args);
    assert.ok(asked.text === undefined && asked.isJson, args.join(' '));
    assert.deepEqual([asked.command, asked.options], [commands['users disable'], { email: 'a@example.org' }]);
  }
});

test('help is shown with every command, or for the commands that are named', () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    assert.deepEqual(readArguments(args), { text: helpText() });
  }
  for (const words of Object.keys(commands)) assert.ok(helpText().includes(`  ${words}`));
  const one = /^Usage: .*\n\n {2}token create --email E --name N\n {6}make a personal token.*\n$/;
  for (const args of [
    ['token', 'create', '--help'],
    ['help', 'token', 'create'],
    ['token', 'create', '-h', '--name'],
  ]) {
    assert.match(readArguments(args).text ?? '', one);
  }
  const group = readArguments(['help', 'token']).text ?? '';
  assert.deepEqual(group.match(/^ {2}\w+ \w+/gm), ['  token create', '  token list', '  token revoke']);
  assert.match(readArguments(['backup', '--help']).text ?? '', / {2}backup FILE\n/);
  assert.throws(() => readArguments(['nonsense', '--help']), UsageError);
});

/** Returns the words that bash offers; the last of these words is being typed. */
function complete(...words: string[]): string[] {
  const { text } = readArguments(['completion', 'bash']);
  const typed = ['lectern', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${text}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _lectern; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
}

test('bash completes words, second words and options of a command', () => {
  assert.deepEqual(complete('us'), ['users']);
  assert.deepEqual(complete('users', 'en'), ['enable']);
  assert.deepEqual(complete('token', ''), ['create', 'list', 'revoke']);
  assert.deepEqual(complete('users', 'disable', '--k'), ['--keep-links']);
  assert.deepEqual(complete('backup', '--'), ['--json', '--help']);
  assert.deepEqual(complete('help', 'pl'), ['plan']);
  assert.match(readArguments(['completion', 'zsh']).text ?? '', /^autoload -U \+X bashcompinit/);
});

test('a wrong command line is refused with what is wrong in it', () => {
  const email = ['--email', 'a@example.org'];
  const wrong: [string[], RegExp][] = [
    [[], /command is missing/],
    [['token'], /^There is no command "token"\. Did you mean "token list"\?$/],
    [['user', 'list'], /^There is no command "user list"\. Did you mean "users list"\?$/],
    [['list', 'users'], /Did you mean "users list"\?$/],
    [['backups', 'lectern.zip'], /Did you mean "backup"\?$/],
    [['help', 'tokn', 'create'], /Did you mean "token create"\?$/],
    [['constructor'], /^There is no command "constructor"\. "npm run lectern -- help" lists all commands\.$/],
    [['--json'], /command is missing/],
    [['users', 'delete'], /--email is missing/],
    [['token', 'create', ...email], /--name is missing/],
    [['token', 'create', ...email, '--name', ''], /--name is missing/],
    [['token', 'create', ...email, '--name'], /--name/],
    [['token', 'create', ...email, '--name', 'x', '--force'], /--force/],
    [['token', 'create', ...email, '--name', 'x', '--stdin'], /--stdin/],
    [['completion'], /shell: bash or zsh/],
    [['completion', 'fish'], /shell: bash or zsh/],
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
