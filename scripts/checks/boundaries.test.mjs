import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBoundaries } from './boundaries.mjs';
import { Project } from './project.mjs';
import { checkTables } from './tables.mjs';

const boundaries = (texts) => checkBoundaries(new Project(texts)).map(({ file, line }) => `${file}:${line}`);

const bad = {
  'SQL as text': "pool.query('SELECT id FROM rooms');",
  'SQL as a template': `pool.query(\`UPDATE rooms SET name = \${name}\`);`,
  'an SQL tag': 'sql`now()`;',
  'a query builder': "db.insertInto('rooms').execute();",
  'the environment': 'const port = process.env.PORT;',
  'the clock': 'const now = Date.now();',
  'the present as an object': 'const now = new Date();',
  chance: 'const id = Math.random();',
  'chance of the system': 'const id = crypto.randomUUID();',
  'chance by name': "import { randomBytes } from 'node:crypto';\nconst id = randomBytes(8);",
};

for (const [what, text] of Object.entries(bad)) {
  test(`rule 4 finds ${what} in a feature`, () => {
    const lines = text.split('\n').length;
    assert.deepEqual(boundaries({ 'server/src/calls/start.ts': text }), [
      `server/src/calls/start.ts:${lines}`,
    ]);
  });
}

test('rule 4 allows each in its own files: stores, platform, config and tests', () => {
  const texts = {
    'server/src/calls/store.ts': bad['SQL as text'],
    'server/src/platform/clock.ts': bad['the clock'],
    'server/src/config.ts': bad['the environment'],
    'server/src/calls/calls.test.ts': Object.values(bad).slice(0, 5).join('\n'),
    'server/src/calls/say.ts':
      "log('selected from the list'); new Date(row.at); 'Update your room, then set a name';",
  };
  assert.deepEqual(boundaries(texts), []);
});

test('a table that two features write is found in both; one that is only read is not', () => {
  const texts = {
    'server/src/calls/store.ts':
      "sql`INSERT INTO calls (id) VALUES (1) ON CONFLICT DO UPDATE SET x = 1`;\ndb.selectFrom('rooms');",
    'server/src/rooms/store.ts': 'sql`UPDATE rooms r SET name = 1`;\nsql`delete from calls`;',
  };
  const found = checkTables(new Project(texts)).map(({ file, line }) => `${file}:${line}`);
  assert.deepEqual(found, ['server/src/calls/store.ts:1', 'server/src/rooms/store.ts:2']);
});
