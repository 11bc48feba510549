import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Project } from '../../checks/project.mjs';
import { root } from '../paths.mjs';
import { concerned } from './changed.mjs';
import { opened } from './journeys/opened.mjs';

const project = new Project({
  'contract/operations/chat/messages.ts': 'export const messages = 1;',
  'contract/routes.ts': "import { messages } from './operations/chat/messages.ts';",
  'contract/csv.ts': 'export const cell = 1;',
  'contract/csv.test.ts': "import { cell } from './csv.ts';",
  'server/src/app.ts':
    "import './chat/send.ts'; import './rooms/rooms.ts'; import '../../contract/routes.ts';",
  'server/testing/in-process.ts': "import '../src/app.ts';",
  'server/src/chat/send.ts': "import { only } from '../platform/text.ts';",
  'server/src/chat/chat.test.ts': "import '../../testing/in-process.ts';",
  'server/src/platform/text.ts': 'export const only = 1;',
  'server/src/platform/text.test.ts': "import { only } from './text.ts';",
  'server/src/rooms/rooms.ts': 'export const rooms = 1;',
  'server/src/rooms/rooms.test.ts': "import '../../testing/in-process.ts';",
  'server/src/rooms/documentation.test.ts': "import '../../testing/in-process.ts';",
  'web/src/models/chat/chat.ts': "import { cell } from '../../../../contract/csv.ts';",
  'web/src/models/chat/chat.test.ts': "import './chat.ts';",
  'web/src/features/chat/panel.tsx': "import '../../models/chat/chat.ts';",
  'web/e2e/chat/chat.e2e.ts': "import '../testing/chatter.ts';",
  'web/e2e/testing/chatter.ts': 'export {};',
});

test('a change concerns the tests of its feature and those that import it, but not all that a server runs', () => {
  assert.deepEqual(concerned(project, ['server/src/chat/send.ts']), {
    tests: ['server/src/chat/chat.test.ts'],
    journeys: [],
    folders: ['chat'],
  });
  assert.deepEqual(concerned(project, ['server/src/platform/text.ts']).tests, [
    'server/src/platform/text.test.ts',
  ]);
  assert.deepEqual(concerned(project, ['contract/operations/chat/messages.ts']).tests, [
    'server/src/chat/chat.test.ts',
  ]);
});

test('a change concerns the journeys that open what imports it, and changed journeys themselves', () => {
  const { tests, folders } = concerned(project, ['contract/csv.ts']);
  assert.deepEqual(tests, ['contract/csv.test.ts', 'web/src/models/chat/chat.test.ts']);
  assert.deepEqual(folders, ['chat']);
  const { journeys } = concerned(project, ['web/e2e/testing/chatter.ts']);
  assert.deepEqual(journeys, ['web/e2e/chat/chat.e2e.ts']);
});

test('changed texts concern the tests of the texts', () => {
  const texts = new Project({ 'texts/en/chat.json': '{}', 'web/src/i18n/words.test.ts': 'export {};' });
  assert.deepEqual(concerned(texts, ['texts/en/chat.json']).tests, ['web/src/i18n/words.test.ts']);
});

test('a changed guide concerns the tests of the guides', () => {
  assert.deepEqual(concerned(project, ['docs/integrators/chat.md']).tests, [
    'server/src/rooms/documentation.test.ts',
  ]);
});

test('each folder of journeys says what it opens, each feature of the page is opened, and all of it exists', () => {
  const folders = readdirSync(join(root, 'web/e2e'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);
  assert.deepEqual(Object.keys(opened).sort(), folders.sort());
  const web = new Set(Object.values(opened).flatMap(({ web }) => web));
  const server = new Set(Object.values(opened).flatMap(({ server }) => server));
  for (const path of web) assert.ok(existsSync(join(root, 'web/src', path)), path);
  for (const path of server) assert.ok(existsSync(join(root, 'server/src', path)), path);
  const features = readdirSync(join(root, 'web/src/features')).map((name) => `features/${name}`);
  assert.deepEqual(
    features.filter((feature) => !web.has(feature)),
    [],
  );
});
