import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDecisions } from './decisions.mjs';
import { Project } from './project.mjs';

const found = (texts) =>
  checkDecisions(new Project(texts)).map(({ file, line, problem }) => `${file}:${line} ${problem}`);

const decision = (status) => `# 0001: One\n\n${status}\n\nText.\n`;
const citing = { 'server/src/a.ts': '/** Waits (docs/decisions/0001). */' };

test('a decision must state whether it holds', () => {
  for (const status of [
    'Status: holds.',
    'Status: amended by [0002](0002-b.md).',
    'Status: replaced by [0002](0002-b.md).',
  ]) {
    assert.deepEqual(found({ 'docs/decisions/0001-a.md': decision(status), ...citing }), [], status);
  }
  for (const status of ['Text.', 'Status: accepted', 'Status: amended by [0002](0003-b.md).']) {
    assert.deepEqual(
      found({ 'docs/decisions/0001-a.md': decision(status), ...citing }),
      ['docs/decisions/0001-a.md:3 has no status line'],
      status,
    );
  }
});

test('a decision must be cited where it acts, unless another one replaced it', () => {
  const lists = {
    'ARCHITECTURE.md': '[0001](docs/decisions/0001-a.md)',
    'CHANGELOG.md': '[0001](docs/decisions/0001-a.md)',
    'docs/decisions/README.md': '[0001](../decisions/0001-a.md)',
  };
  assert.deepEqual(found({ ...lists, 'docs/decisions/0001-a.md': decision('Status: holds.') }), [
    'docs/decisions/0001-a.md:1 is not cited where it acts',
  ]);
  const replaced = decision('Status: replaced by [0002](0002-b.md).');
  assert.deepEqual(found({ ...lists, 'docs/decisions/0001-a.md': replaced }), []);
  const guide = { 'docs/operators/a.md': '[Why](../decisions/0001-a.md)' };
  assert.deepEqual(found({ ...guide, 'docs/decisions/0001-a.md': decision('Status: holds.') }), []);
});

test('a cited decision must exist', () => {
  assert.deepEqual(found(citing), ['server/src/a.ts:1 cites decision 0001, which does not exist']);
});
