import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkForcedColors, coloredStates, sheetOfAllPages } from './forced-colors.mjs';
import { Project } from './project.mjs';

const colored = '.a[data-off] {\n  color: red;\n}\n';
const forced = (rules) => `@media (forced-colors: active) {\n${rules}}\n`;

test('a state that only a colour shows has a rule for forced colours, of its sheet or of all pages', () => {
  const files = {
    [sheetOfAllPages]: forced('  [data-live] {\n    background: Highlight;\n  }\n'),
    'web/src/panel/alone.module.css': colored,
    'web/src/panel/listed.module.css': colored,
    'web/src/panel/answered.module.css': `${colored}${forced('  .a[data-off] {\n    outline: 1px solid;\n  }\n')}`,
    'web/src/panel/edged.module.css': '.a[data-off] {\n  border-color: red;\n  color: red;\n}\n',
    'web/src/panel/common.module.css': '.a[data-live] {\n  background: red;\n}\n',
    'web/src/panel/narrow.module.css': `@media (--phone) {\n  ${colored}}\n`,
    'web/src/panel/stateless.module.css':
      '/* [data-off] */\n.a[data-on]:hover, .a:not([data-off]) {\n  color: red;\n}\n',
    'web/src/panel/toned.module.css': '.a[data-color="dim"] {\n  color: red;\n}\n',
    [coloredStates.list]: '{ "web/src/panel/listed.module.css": 1 }',
  };
  const found = checkForcedColors(new Project(files)).map(({ file }) => file);
  assert.deepEqual(found, ['web/src/panel/alone.module.css', 'web/src/panel/narrow.module.css']);
});

test('a rule for forced colours is as specific as that of the dark theme', () => {
  const sheet = (selector) =>
    `.a,\n.b .c {\n  color: light-dark(red, blue);\n  opacity: 1;\n}\n${forced(`  ${selector} {\n    color: Mark;\n  }\n`)}`;
  const files = {
    'web/src/panel/lost.module.css': sheet('.b .c'),
    'web/src/panel/root.module.css': sheet(':root .b .c'),
    'web/src/panel/other.module.css': sheet('.c'),
  };
  const found = checkForcedColors(new Project(files)).map(({ file }) => file);
  assert.deepEqual(found, ['web/src/panel/lost.module.css']);
});
