import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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

/** The sources that a page needs which is not one of the panel, directly or by later imports. */
function sourcesWithoutPanel(): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || name === 'panel.tsx' || !sources.includes(name)) return;
    seen.add(name);
    for (const [, path = ''] of readSource(name).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      visit(join(dirname(name), path));
    }
  };
  visit('main.tsx');
  return seen;
}

test('pages outside the panel use no texts of the panel', () => {
  const reached = [...sourcesWithoutPanel()].filter((name) => !/^i18n\/(en|ru)/.test(name));
  assert.ok(reached.length > 200, `${reached.length} sources`);
  const ofPanel = new Set(
    [...readSource('i18n/en-panel.ts').matchAll(/'\.\/(en\/[^']+)'/g)].map(([, file]) => `i18n/${file}`),
  );
  assert.ok(ofPanel.size > 10, `${ofPanel.size} files`);
  const found = reached.flatMap((name) =>
    [...readSource(name).matchAll(/(?:useText\(|textsIn\(\w+, )'(\w+)'/g)]
      .filter(([, section = '']) => ofPanel.has(fileOfSection.get(section) ?? ''))
      .map(([, section]) => `${name}: ${section}`),
  );
  assert.deepEqual(found, []);
});

test('both languages have the same sets of texts', () => {
  for (const set of ['', '-panel']) {
    assert.equal(readSource(`i18n/ru${set}.ts`), readSource(`i18n/en${set}.ts`).replaceAll('./en/', './ru/'));
  }
});

test('every language has the same files', () => {
  const [first = [], ...others] = languages.map((language) =>
    readdirSync(join(root, 'i18n', language)).sort(),
  );
  for (const other of others) assert.deepEqual(other, first);
});
