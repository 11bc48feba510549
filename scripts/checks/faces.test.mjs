import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFaces } from './faces.mjs';
import { Project } from './project.mjs';

const names = (count) => Array.from({ length: count }, (_, n) => `n${n}`);
const faceOf = (count) =>
  [
    `export { ${names(count - 3).join(', ')} } from './a.ts';`,
    'export const one = 1, two = 2;\nexport function three() {}\nconst hidden = 1;',
  ].join('\n');
const found = (count) =>
  checkFaces(new Project({ 'server/src/rooms/rooms.ts': faceOf(count) })).map(
    ({ file, problem, fix }) => `${file}: ${problem}. ${fix}`,
  );

test('a face with more than 20 names is found', () => {
  assert.deepEqual(found(20), []);
  assert.match(found(21).join(), /^server\/src\/rooms\/rooms\.ts: exports 21 names, and the limit is 20\./);
});

test('other files of a feature may export more', () => {
  assert.deepEqual(checkFaces(new Project({ 'server/src/rooms/store.ts': faceOf(30) })), []);
});
