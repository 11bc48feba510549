import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../lock.mjs';
import { cache, root } from '../paths.mjs';
import { hashTree, readStamp, writeStamp } from '../stamp.mjs';
import { compileTexts } from './compile.mjs';
import { faultsOfTexts } from './messages.mjs';
import { asPseudo, pseudoLanguage } from './pseudo.mjs';

const folder = join(root, 'texts');
const stampFile = join(cache, 'texts.stamp');
const SOURCES = ['texts', 'scripts/lib/texts'];
/** The compiled modules of the pages and of the server. Git ignores them. */
const outputs = {
  web: join(root, 'web/src/i18n/compiled'),
  server: join(root, 'server/src/platform/texts/compiled'),
};

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(folder, path), 'utf8'));
  } catch (error) {
    throw new Error(`texts/${path} cannot be read: ${error.message}`);
  }
}

/** The folders of `texts/`. English is the first. */
const readLanguages = () => {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['en', ...names.map(({ name }) => name).filter((name) => name !== 'en')];
};

function readTree(language, feature) {
  const path = `${language}/${feature}.json`;
  return existsSync(join(folder, path)) ? readJson(path) : {};
}

function readSource(feature) {
  const source = readTree('en', feature);
  const [first] = faultsOfTexts(source);
  if (first) throw new Error(`The text ${first.path} of texts/en/${feature}.json ${first.fault}.`);
  return source;
}

/** The texts of another language. A faulty one is left out, so that English takes its place; `npm run check` names it. */
function readTranslation(language, feature, source) {
  const tree = readTree(language, feature);
  for (const { path } of faultsOfTexts(tree, source)) {
    const keys = path.split('.');
    const last = keys.pop();
    delete keys.reduce((below, key) => below[key], tree)[last];
  }
  return tree;
}

/** The module with the formats of each language. */
const formatCode = (languages, path) =>
  [
    `import { messageFormat } from '${path}contract/message-format.ts';`,
    ...languages.map((language) => `export const ${language} = messageFormat('${language}');`),
  ].join('\n');

const setCode = (language, features) =>
  features.map((feature) => `export * from './${language}/${feature}.ts';`).join('\n');

function* featureFiles(languages, features) {
  for (const feature of features) {
    const source = readSource(feature);
    for (const language of languages) {
      const tree = language === 'en' ? source : readTranslation(language, feature, source);
      yield [`${language}/${feature}.ts`, compileTexts({ feature, format: language, tree, source })];
    }
    const pseudo = { feature, format: 'en', tree: source, source, rewrite: asPseudo };
    yield [`${pseudoLanguage}/${feature}.ts`, compileTexts(pseudo)];
  }
}

/** The modules of the pages: one for each language and set, such as `en-panel.ts`. */
function* webFiles(languages, { server: _, ...sets }) {
  yield* featureFiles(languages, new Set(Object.values(sets).flat()));
  for (const language of [...languages, pseudoLanguage]) {
    for (const [set, features] of Object.entries(sets)) {
      yield [`${language}-${set}.ts`, setCode(language, features)];
    }
  }
  const loaded = Object.keys(sets).filter((set) => set !== 'always');
  const loaderOf = (language) => {
    const loaders = loaded.map((set) => `    ${set}: () => import('./${language}-${set}.ts'),`);
    return `  '${language}': {\n${loaders.join('\n')}\n  },`;
  };
  yield [
    'index.ts',
    [
      ...languages.map((language) => `import * as ${language} from './${language}-always.ts';`),
      `export type Texts = ${loaded.map((set) => `typeof import('./en-${set}.ts')`).join(' & ')};`,
      `export const alwaysLoaded = { ${languages.join(', ')} };`,
      `export const textFiles = {\n${languages.map(loaderOf).join('\n')}\n};`,
      `export const pseudoFiles = {\n${loaderOf(pseudoLanguage)}\n};`,
    ].join('\n'),
  ];
  yield ['format.ts', formatCode(languages, '../../../../')];
}

function* serverFiles(languages, { server }) {
  for (const [path, code] of featureFiles(languages, server)) {
    if (!path.startsWith(pseudoLanguage)) yield [path, code];
  }
  for (const language of languages) yield [`${language}.ts`, setCode(language, server)];
  yield [
    'index.ts',
    [
      ...languages.map((language) => `import * as ${language} from './${language}.ts';`),
      `export const texts = { ${languages.join(', ')} };`,
    ].join('\n'),
  ];
  yield ['format.ts', formatCode(languages, '../../../../../')];
}

/** Writes the files that differ and removes those that are not among them. */
function writeFiles(target, files) {
  for (const [path, code] of files) {
    const file = join(target, path);
    const text = `// Compiled from texts/ by scripts/lib/texts.\n${code}\n`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const path of readdirSync(target, { recursive: true })) {
    if (path.endsWith('.ts') && !files.has(path)) rmSync(join(target, path));
  }
}

/** Compiles the texts if they have changed. @returns whether it did */
export async function ensureTexts() {
  const hash = hashTree(root, SOURCES);
  const isFresh = () =>
    readStamp(stampFile) === hash &&
    Object.values(outputs).every((output) => existsSync(join(output, 'index.ts')));
  if (isFresh()) return false;
  return withLock('texts', async () => {
    if (isFresh()) return false;
    const languages = readLanguages();
    const sets = readJson('features.json');
    writeFiles(outputs.web, new Map(webFiles(languages, sets)));
    writeFiles(outputs.server, new Map(serverFiles(languages, sets)));
    writeStamp(stampFile, hash);
    return true;
  });
}
