import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Project } from './project.mjs';
import { checkSides } from './sides.mjs';

const found = (files) => checkSides(new Project(files)).map(({ file, line }) => `${file}:${line}`);

test('a style sheet names no side of the screen', () => {
  const rules = [
    'margin-left: 4px',
    'border-right-color: red',
    'border-top-left-radius: 2px',
    'left: 0',
    'text-align: right',
    'float: left',
    'background: linear-gradient(to right, red, blue)',
    'padding: 4px 8px 4px 16px',
    'margin: 0 calc(4px + (1px * 2)) 0 8px',
    'border-radius: 2px 0 0 2px',
  ];
  const text = `.a {\n${rules.map((rule) => `  ${rule};\n`).join('')}}`;
  assert.deepEqual(
    found({ 'web/src/a.module.css': text }),
    rules.map((_, index) => `web/src/a.module.css:${index + 2}`),
  );
});

test('start, end and equal sides are free, and so is everything outside the pages', () => {
  const rules = [
    'margin-inline-start: 4px',
    'inset-inline: 0 8px',
    'text-align: start',
    'background: linear-gradient(var(--to-end), red, blue)',
    '--to-end: to right',
    'padding: 4px 8px 6px 8px',
    'padding: 8px 12px max(12px, env(safe-area-inset-bottom))',
    'border-radius: 2px 2px 0 0',
  ];
  const text = `.left {\n${rules.map((rule) => `  ${rule};\n`).join('')}}`;
  assert.deepEqual(found({ 'web/src/a.css': text, 'server/src/b.css': '.b { left: 0; }' }), []);
});

test('a component names no side in its style props and styles', () => {
  const place = 'const place = (): CSSProperties => ({ left: 0 });';
  const view = 'const A = ({ left }) => <Box\n ml={4}\n style={{ paddingRight: left, top: 0 }}\n ms={2} />;';
  assert.deepEqual(found({ 'web/src/a.tsx': `${place}\n${view}` }), [
    'web/src/a.tsx:1',
    'web/src/a.tsx:3',
    'web/src/a.tsx:4',
  ]);
});
