import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFragments } from './fragments.mjs';
import { Project } from './project.mjs';

const found = (text) =>
  checkFragments(new Project({ 'server/src/rooms/roles.store.ts': text })).map(({ problem }) => problem);

const fragments = {
  'a constant': 'export const leads = sql`EXISTS (SELECT FROM roles)`;',
  'a typed constant': 'export const leads = sql<boolean>`p.role = 1`;',
  'a function': 'export const leads = (is: string) => sql`r.owner = 1`;',
  'a function with a block':
    'export function leads(is: boolean) {\n  if (is) return sql`true`;\n  return sql`SELECT 1`;\n}',
  'a list': 'export const leads = (all: string[]) => sql.join(all);',
  'a branch': 'export const leads = (is: boolean) => (is ? sql`SELECT 1` : sql`JOIN rooms r ON true`);',
};

for (const [what, text] of Object.entries(fragments)) {
  test(`a piece of SQL that a store exports is found: ${what}`, () => {
    assert.deepEqual(found(text), ['exports a piece of SQL (leads)']);
  });
}

test('whole statements, what runs them, and pieces inside a store are allowed', () => {
  const text = `
    const leads = sql\`r.owner = 1\`;
    export const rooms = (id: string) => sql\`SELECT id FROM rooms r WHERE \${leads}\`;
    export const removeRooms = (db: Db) => sql\`DELETE FROM rooms\`.execute(db);
    export const tell = (db: Db) => sql\`NOTIFY rooms\`.execute(db);
    export async function read(db: Db) { return (await sql\`x\`.execute(db)).rows; }
    export const oldRooms = (db: Db) => find(db, sql\`WHERE old\`);`;
  assert.deepEqual(found(text), []);
});
