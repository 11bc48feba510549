import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNames } from './names.mjs';
import { Project } from './project.mjs';

const found = (files) =>
  checkNames(new Project(files)).map(({ file, line, rule }) => `${file}:${line} ${rule}`);

test('an exported name that another file declares, too, is found', () => {
  const type = 'export interface Part {}';
  assert.deepEqual(
    found({
      'bench/a.ts': type,
      'recorder/b.ts': `const x = 1;\n${type}`,
      'server/src/c.ts': 'export const [y] = [1];\nexport class Part {}',
    }),
    ['recorder/b.ts:2 names', 'server/src/c.ts:2 names'],
  );
});

test('overloads, other names, re-exports, timings of modules and schemas of the contract may share a name', () => {
  const both =
    'export function f(a: string): void;\nexport function f(a: unknown): void {}\nexport const timings = {};';
  assert.deepEqual(
    found({
      'contract/a.ts': 'export const Room = 1;',
      'server/src/a.ts': both,
      'server/src/b.ts': "export { f } from './a.ts';\nexport const timings = {};\nconst g = 1;",
      'server/src/c.ts': 'export interface Room {}\nexport const g = 1;',
    }),
    [],
  );
});
