import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { languages } from './languages.ts';

const root = resolve(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
const readSource = (name: string) => readFileSync(join(root, name), 'utf8');

/** The file of texts that each section is in. */
const fileOfSection = new Map(
  sources
    .filter((name) => /^i18n\/en\//.test(name))
    .flatMap((name) =>
      [...readSource(name).matchAll(/^export const (\w+)/gm)].map(
        ([, section = '']) => [section, name] as const,
      ),
    ),
);

test('the texts of one feature are used by that feature only', () => {
  assert.ok(fileOfSection.size > 30, `${fileOfSection.size} sections`);
  const users = new Map<string, Set<string>>();
  for (const name of sources) {
    const feature = name.match(/^features\/([^/]+)\//)?.[1];
    for (const [, section = ''] of readSource(name).matchAll(/(?:useText\(|textsIn\(\w+, )'(\w+)'/g)) {
      const file = fileOfSection.get(section);
      if (!feature || !file || /\/(ui|panel|faults)\.ts$/.test(file)) continue;
      users.set(file, (users.get(file) ?? new Set()).add(feature));
    }
  }
  const shared = [...users].filter(([, features]) => features.size > 1).map(([file]) => file);
  assert.deepEqual(shared, []);
});

test('every language has the same files', () => {
  const [first = [], ...others] = languages.map((language) =>
    readdirSync(join(root, 'i18n', language)).sort(),
  );
  for (const other of others) assert.deepEqual(other, first);
});
