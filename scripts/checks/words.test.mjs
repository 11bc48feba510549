import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Project } from './project.mjs';
import { checkWords } from './words.mjs';

const found = (path, text) =>
  checkWords(new Project({ [path]: text })).map(({ line, rule }) => `${line} ${rule}`);

// Built here, so that the check does not find its own samples.
const say = (...parts) => parts.join('');

test('paths of one machine are found; those of an installed system are not', () => {
  for (const path of [
    say('/wo', 'rk/main/x'),
    say('/ro', 'ot/.cache'),
    say('/ho', 'me/ann/x'),
    say('/Us', 'ers/ann/x'),
  ]) {
    assert.deepEqual(found('docs/a.md', `One\nsee ${path}`), ['2 machine paths'], path);
  }
  assert.deepEqual(
    found('docs/a.md', 'Put it below /var/lib/lectern or /usr/bin, http://host/home/ann/x'),
    [],
  );
});

test('hosts of package registries are found', () => {
  for (const host of [
    say('registry.', 'npmjs.org'),
    say('proxy.', 'golang.org'),
    say('py', 'pi.org'),
    say('deb.', 'debian.org'),
  ]) {
    assert.deepEqual(
      found('package-lock.json', `{ "resolved": "https://${host}/x" }`),
      ['1 registry hosts'],
      host,
    );
  }
});

test('marks of a merge conflict are found in every file', () => {
  const text = `One\n${'<'.repeat(7)} HEAD\nTwo\n${'='.repeat(7)}\nThree\n${'>'.repeat(7)} 582155ad\n`;
  assert.deepEqual(found('docs/a.md', text), ['2 leftovers', '6 leftovers']);
  assert.deepEqual(found('docs/a.md', `a ${'<'.repeat(7)} b`), []);
});

test('any is found as a type, not as a word', () => {
  assert.deepEqual(found('server/src/a.ts', 'let x: any;\nconst any = 1; // any\nlet y = x as any;'), [
    '1 any',
    '3 any',
  ]);
});

test('unfinished work and silenced tools are found in comments', () => {
  for (const words of [
    say('TO', 'DO: later'),
    say('FIX', 'ME'),
    say('@ts-', 'ignore'),
    say('biome-', 'ignore lint: x'),
  ]) {
    assert.deepEqual(found('server/src/a.ts', `const x = 1;\n// ${words}\n`), ['2 leftovers'], words);
  }
  assert.deepEqual(found('server/src/a.ts', `const x = "${say('TO', 'DO')}";`), []);
});

test('a comment must begin its sentences with their subjects', () => {
  for (const comment of [
    '// What it does.',
    '/** Who waits. */',
    '/** One.\n * Of two, one. */',
    '// One. Whose it is.',
  ]) {
    assert.deepEqual(found('server/src/a.ts', comment), ['1 language'], comment);
  }
  assert.deepEqual(found('server/src/a.ts', "/** Tells\n * what it is. */\nconst x = 'What is this?';"), []);
});

test('tests that are switched off are found; a test that reports what a machine lacks is not', () => {
  assert.deepEqual(found('a.test.ts', "test.skip('x', () => {});\ndescribe.only('y', () => {});"), [
    '1 leftovers',
    '2 leftovers',
  ]);
  assert.deepEqual(found('a.test.ts', "test('x', (t) => t.skip('not run: no Redis'));"), []);
});

test('retired names and words are found in the folders to which the lists apply', () => {
  const text = `// The ${say('de', 'ed')} is done.\nconst x = ${say('settle', 'Roles')}(a.${say('bar', 'To')});\nconst y = settleAll();`;
  for (const area of ['server/src', 'web/src', 'web/e2e']) {
    assert.deepEqual(found(`${area}/a.ts`, text), ['1 glossary', '2 glossary', '2 glossary'], area);
  }
  assert.deepEqual(found('docs/a.ts', text), []);
});

test('retired spellings are found in code and documentation, not in decisions', () => {
  for (const path of ['contract/a.ts', 'docs/a.md'])
    assert.deepEqual(found(path, '// One\n// an E-mail, a media engine'), ['2 glossary', '2 glossary'], path);
  assert.deepEqual(found('docs/decisions/0001-a.md', 'an e-mail'), []);
});

test('a type in the glossary must be defined in its file', () => {
  const texts = {
    'docs/glossary.md':
      '| room | `Room` (`rooms/room.ts`) |\n| hand | `Hand` (`rooms/room.ts`) |\n| x | `X` (`y.ts`) |',
    'server/src/rooms/room.ts': 'export interface Room {}',
  };
  const lines = checkWords(new Project(texts)).map(({ line, rule }) => `${line} ${rule}`);
  assert.deepEqual(lines, ['2 glossary', '3 glossary']);
});
