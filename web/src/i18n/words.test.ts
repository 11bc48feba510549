import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

test('Russian texts use one word for a call: встреча', () => {
  const files = [
    ...filesIn('web/src').filter((name) => /^web\/src\/i18n\/ru\//.test(name)),
    'server/src/auth/mail/emails.ts',
  ];
  assert.ok(files.length > 15, `${files.length} files of texts`);
  const others = files.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .filter((line) => /звон|эфир/i.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(others, []);
});
