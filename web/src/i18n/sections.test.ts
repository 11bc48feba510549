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
const { always: _, server: __, ...sets }: Record<string, string[]> = readTexts('features.json');

/** The feature whose file has a section. */
const featureOfSection = new Map(
  [...new Set(Object.values(sets).flat())].flatMap((feature) =>
    Object.keys(readTexts(`en/${feature}.json`)).map((section) => [section, feature] as const),
  ),
);

/** The sections that a source uses. */
const sectionsIn = (name: string): string[] =>
  [...readSource(name).matchAll(/(?:useText\(|textsIn\(\w+, )'(\w+)'/g)].map(([, section = '']) => section);

test('the texts of one feature are used by that feature only', () => {
  assert.ok(featureOfSection.size > 30, `${featureOfSection.size} sections`);
  const users = new Map<string, Set<string>>();
  for (const name of sources) {
    const feature = name.match(/^features\/([^/]+)\//)?.[1];
    for (const section of sectionsIn(name)) {
      const own = featureOfSection.get(section);
      if (!feature || !own || ['ui', 'panel', 'faults'].includes(own)) continue;
      users.set(own, (users.get(own) ?? new Set()).add(feature));
    }
  }
  const shared = [...users].filter(([, features]) => features.size > 1).map(([own]) => own);
  assert.deepEqual(shared, []);
});

/** The sources that a source imports, at once or later, with the set of texts that `withTexts` loads beside them. */
function* importsOf(name: string): Generator<[path: string, set: string | undefined]> {
  const imports = /(?:withTexts\(\s*'(\w+)',\s*)?(?:from|import\(|^import) ?'(\.[^']+)'/gm;
  for (const [, set, path = ''] of readSource(name).matchAll(imports)) yield [join(dirname(name), path), set];
}

/**
 * The sources of all pages by the sets of texts that are loaded when they run, such as `first call`. A source that two
 * pages need is in several.
 */
function sourcesBySets(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (name: string, loaded: readonly string[]): void => {
    const key = loaded.join(' ');
    const seen = found.get(key) ?? new Set();
    if (seen.has(name) || !sources.includes(name) || name.startsWith('i18n/compiled/')) return;
    found.set(key, seen.add(name));
    for (const [path, set] of importsOf(name)) {
      visit(path, set && !loaded.includes(set) ? [...loaded, set] : loaded);
    }
  };
  visit('main.tsx', ['first']);
  return found;
}

test('a page uses the texts only that are loaded with it', () => {
  const bySets = sourcesBySets();
  assert.deepEqual([...bySets.keys()].sort(), ['first', 'first call', 'first diagnostics', 'first panel']);
  for (const [loaded, names] of bySets) {
    assert.ok(names.size > 30, `${names.size} sources with ${loaded}`);
    const features = new Set(loaded.split(' ').flatMap((set) => sets[set] ?? []));
    const missing = [...names].flatMap((name) =>
      sectionsIn(name)
        .filter((section) => !features.has(featureOfSection.get(section) ?? ''))
        .map((section) => `${name}: ${section}`),
    );
    assert.deepEqual(missing, [], `with ${loaded}`);
  }
});

test('a set has no file that none of its pages uses', () => {
  const bySets = [...sourcesBySets()];
  for (const [set, features] of Object.entries(sets)) {
    const pages = bySets.filter(([loaded]) => (set === 'first' ? loaded === set : loaded.includes(set)));
    const sections = pages.flatMap(([, names]) => [...names].flatMap(sectionsIn));
    const used = new Set(sections.map((section) => featureOfSection.get(section)));
    const unused = features.filter((feature) => !used.has(feature));
    assert.deepEqual(unused, [], set);
  }
});
