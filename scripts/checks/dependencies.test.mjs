import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDependencies } from './dependencies.mjs';
import { Project } from './project.mjs';

const problems = (texts) =>
  checkDependencies(new Project(texts)).map(({ file, line, rule }) => `${file}:${line} ${rule}`);

const empty = (...paths) => Object.fromEntries(paths.map((path) => [path, '']));

test('rule 1: contract imports nothing of ours', () => {
  const texts = {
    'contract/a.ts': "\nimport { x } from '../server/src/platform/x.ts';\n",
    ...empty('server/src/platform/x.ts'),
  };
  assert.deepEqual(problems(texts), ['contract/a.ts:2 rule 1']);
});

test("rule 1: web never imports server or Node's modules, and may import contract", () => {
  assert.deepEqual(
    problems({
      'web/src/a.ts':
        "import type { X } from '../../server/src/config.ts';\nimport 'node:fs';\nimport '../../contract/b.ts';\n",
      ...empty('contract/b.ts'),
    }),
    ['web/src/a.ts:1 rule 1', 'web/src/a.ts:2 rule 1'],
  );
});

test('rule 1: a page imports schemas as types only', () => {
  const texts = {
    'web/src/a.ts':
      "import type { A } from '../../contract/a.ts';\nimport { b } from '../../contract/b.ts';\n",
    'web/src/a.test.ts': "import { b } from '../../contract/b.ts';\n",
    'contract/a.ts': "import { Type } from 'typebox';\n",
    'contract/b.ts': "import { A } from './a.ts';\n",
  };
  assert.deepEqual(problems(texts), ['web/src/a.ts:2 rule 1']);
});

test('rule 1: a recorder may import contract, its tests also server', () => {
  const imports = "import '../contract/b.ts';\nimport '../server/src/platform/c.ts';\n";
  assert.deepEqual(
    problems({
      'recorder/a.ts': imports,
      'recorder/a.test.ts': imports,
      ...empty('contract/b.ts', 'server/src/platform/c.ts'),
    }),
    ['recorder/a.ts:2 rule 1'],
  );
});

test('rule 1: a page may show the code of a guide as text, but not run it', () => {
  const text = (path) => `import '../../docs/${path}';`;
  assert.deepEqual(problems({ 'web/src/a.ts': text('integrators/verify/verify.py?raw') }), []);
  assert.deepEqual(problems({ 'web/src/a.ts': text('integrators/verify/verify.ts') }), [
    'web/src/a.ts:1 rule 1',
  ]);
  assert.deepEqual(problems({ 'web/src/a.ts': text('operators/running.md?raw') }), ['web/src/a.ts:1 rule 1']);
});

test("rule 2: a feature may import an engine's interface, but no adapter", () => {
  const texts = {
    'server/src/calls/a.ts':
      "import '../engines/media/media.ts';\nexport { x } from '../engines/media/livekit.ts';\n",
    'server/src/app.ts': "import './engines/media/livekit.ts';\n",
  };
  assert.deepEqual(problems(texts), ['server/src/calls/a.ts:2 rule 2']);
});

test('rule 2: platform imports no feature, and no feature imports the composition', () => {
  const texts = {
    'server/src/platform/a.ts': "const x = await import('../calls/calls.ts');\n",
    'server/src/calls/b.ts':
      "import '../app.ts';\nimport { config } from '../config.ts';\nimport type { Config } from '../config.ts';\nimport { settings } from '../config.table.ts';\n",
  };
  assert.deepEqual(problems(texts), [
    'server/src/platform/a.ts:1 rule 2',
    'server/src/calls/b.ts:1 rule 2',
    'server/src/calls/b.ts:2 rule 2',
    'server/src/calls/b.ts:4 rule 2',
  ]);
});

test('rule 3: a feature is imported by the file of its name only', () => {
  const texts = { 'server/src/calls/a.ts': "import '../rooms/rooms.ts';\nimport '../rooms/store.ts';\n" };
  assert.deepEqual(problems(texts), ['server/src/calls/a.ts:2 rule 3']);
});

test('rule 3: an import cycle of features is found, also through types', () => {
  const found = problems({
    'server/src/calls/calls.ts': "import type { Room } from '../rooms/rooms.ts';\n",
    'server/src/rooms/store.ts': "import type { Call } from '../calls/calls.ts';\n",
  });
  assert.deepEqual(found, ['server/src/rooms/store.ts:1 rule 3']);
});

test('rule 3: an import cycle of files is found, also of types and beyond two files', () => {
  const cycle = (kind) => ({
    'contract/a.ts': "import './b.ts';\n",
    'contract/b.ts': "import type { C } from './c.ts';\n",
    'contract/c.ts': `${kind} './a.ts';\n`,
  });
  assert.deepEqual(problems(cycle('import { x } from')), ['contract/c.ts:1 rule 3']);
  assert.deepEqual(problems(cycle('export type { X } from')), ['contract/c.ts:1 rule 3']);
  assert.deepEqual(problems({ ...cycle('import { x } from'), 'contract/c.ts': '' }), []);
});

test('rule 5: ui imports no feature, features do not import each other, models and kit import no page and no React', () => {
  const texts = {
    'web/src/ui/a.tsx': "import '../features/chat/b.ts';\n",
    'web/src/features/chat/b.ts': "import '../people/c.ts';\nimport '../../ui/d.ts';\n",
    'web/src/models/call/e.ts': "import { useState } from 'react';\nimport '../../features/chat/b.ts';\n",
    'web/src/kit/f.ts': "import { useState } from 'react';\nimport '../models/chat/g.ts';\n",
    'web/src/app.tsx': "import './features/chat/b.ts';\nimport 'react';\n",
  };
  assert.deepEqual(problems(texts), [
    'web/src/ui/a.tsx:1 rule 5',
    'web/src/features/chat/b.ts:1 rule 5',
    'web/src/models/call/e.ts:1 rule 5',
    'web/src/models/call/e.ts:2 rule 5',
    'web/src/kit/f.ts:1 rule 5',
    'web/src/kit/f.ts:2 rule 5',
  ]);
});

test('an import in a comment or a string does not count', () => {
  const texts = {
    'contract/a.ts':
      "// import '../server/src/app.ts'\nexport const x = \"import '../server/src/app.ts'\";\n",
  };
  assert.deepEqual(problems(texts), []);
});
