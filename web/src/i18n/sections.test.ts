import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
const readSource = (name: string) => readFileSync(join(root, name), 'utf8');

const textsFolder = resolve(root, '../../texts');
const readTexts = (path: string) => JSON.parse(readFileSync(join(textsFolder, path), 'utf8'));
const sets: Record<'first' | 'panel', string[]> = readTexts('features.json');

/** The feature whose file has a section. */
const featureOfSection = new Map(
  [...sets.first, ...sets.panel].flatMap((feature) =>
    Object.keys(readTexts(`en/${feature}.json`)).map((section) => [section, feature] as const),
  ),
);

test('the texts of one feature are used by that feature only', () => {
  assert.ok(featureOfSection.size > 30, `${featureOfSection.size} sections`);
  const users = new Map<string, Set<string>>();
  for (const name of sources) {
    const feature = name.match(/^features\/([^/]+)\//)?.[1];
    for (const [, section = ''] of readSource(name).matchAll(/(?:useText\(|textsIn\(\w+, )'(\w+)'/g)) {
      const own = featureOfSection.get(section);
      if (!feature || !own || ['ui', 'panel', 'faults'].includes(own)) continue;
      users.set(own, (users.get(own) ?? new Set()).add(feature));
    }
  }
  const shared = [...users].filter(([, features]) => features.size > 1).map(([own]) => own);
  assert.deepEqual(shared, []);
});

/** `app.tsx` loads the texts of the panel with these. */
const withPanelTexts = ['panel.tsx', 'room/room-recordings.tsx', 'room/room-calls.tsx'];

/** The sources that other pages need, directly or by later imports. */
function sourcesWithoutPanel(): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || withPanelTexts.includes(name) || !sources.includes(name)) return;
    seen.add(name);
    for (const [, path = ''] of readSource(name).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      visit(join(dirname(name), path));
    }
  };
  visit('main.tsx');
  return seen;
}

test('pages outside the panel use no texts of the panel', () => {
  const reached = [...sourcesWithoutPanel()].filter((name) => !/^i18n\/compiled\//.test(name));
  assert.ok(reached.length > 200, `${reached.length} sources`);
  const ofPanel = new Set(sets.panel);
  assert.ok(ofPanel.size > 10, `${ofPanel.size} files`);
  const found = reached.flatMap((name) =>
    [...readSource(name).matchAll(/(?:useText\(|textsIn\(\w+, )'(\w+)'/g)]
      .filter(([, section = '']) => ofPanel.has(featureOfSection.get(section) ?? ''))
      .map(([, section]) => `${name}: ${section}`),
  );
  assert.deepEqual(found, []);
});
