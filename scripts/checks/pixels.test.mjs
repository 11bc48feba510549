import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPixels, pixels } from './pixels.mjs';
import { Project } from './project.mjs';
import { loweredList } from './ratchet.mjs';

const sheet = '.a {\n  gap: var(--gap-sm); /* 8px */\n  border: 1px solid var(--line);\n';

test('a style sheet of a page has only the pixels and colours that are listed', () => {
  const files = {
    'web/src/panel/a.module.css': `${sheet}}`,
    'web/src/panel/b.module.css': `${sheet}  width: 12px;\n  color: #fff;\n}`,
    'web/src/panel/c.module.css': `${sheet}  width: 12px;\n  inset: -2px calc(100% - .5px);\n  color: rgb(0 0 0);\n}`,
    'web/src/ui/d.module.css': '.a { width: 12px; }',
    [pixels.list]: '{ "web/src/panel/b.module.css": 2, "web/src/panel/c.module.css": 3 }',
  };
  const found = checkPixels(new Project(files)).map(({ file, problem }) => `${file} ${problem}`);
  assert.deepEqual(found, ['web/src/panel/c.module.css has 4 pixels and colours, of which 3 are listed']);
});

test('the list is lowered and never raised', () => {
  const files = {
    'web/src/panel/less.module.css': '.a { width: 12px; }',
    'web/src/panel/more.module.css': '.a { width: 12px; height: 12px; }',
    'web/src/panel/new.module.css': '.a { width: 12px; }',
    [pixels.list]: '{ "web/src/panel/less.module.css": 3, "web/src/panel/more.module.css": 1 }',
  };
  assert.deepEqual(loweredList(new Project(files), pixels), {
    'web/src/panel/less.module.css': 1,
    'web/src/panel/more.module.css': 1,
  });
});
