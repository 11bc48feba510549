import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { avatarColors } from '../../../../contract/avatars.ts';
import { contrastOf as contrast } from './brand-colors.ts';
import { cssVariables, theme } from './theme.ts';

const docs = readFileSync(new URL('../../../../server/src/system/docs/site.css', import.meta.url), 'utf8');
const variables = cssVariables(theme as Parameters<typeof cssVariables>[0]);

for (const scheme of ['light', 'dark'] as const) {
  const colors = variables[scheme] as Record<string, string>;
  const color = (name: string): string => colors[name] ?? assert.fail(`${scheme} has no ${name}`);

  test(`every text of the ${scheme} scheme has enough contrast`, () => {
    const pairs = [
      ['--text', '--ground'],
      ['--text', '--warning-soft'],
      ['--text-muted', '--ground'],
      ['--text-muted', '--ground-soft'],
      ['--text-muted', '--surface'],
      ['--accent', '--ground'],
      ['--accent', '--accent-soft'],
      ['--accent', '--warning-soft'],
      ['--warning-text', '--warning-soft'],
      ['--danger-text', '--ground'],
      ['--mantine-color-placeholder', '--surface'],
    ] as const;
    for (const [text, ground] of pairs) {
      const ratio = contrast(color(text), color(ground));
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
  });

  test(`the documentation has the colours of the ${scheme} scheme`, () => {
    const roots = [...docs.matchAll(/:root \{([^}]*)\}/g)].map(([, inside = '']) => inside);
    const root = roots[scheme === 'light' ? 0 : 1] ?? '';
    const stated = [...root.matchAll(/(--[\w-]+): (#\w+);/g)];
    assert.ok(stated.length >= 6);
    for (const [, name = '', value] of stated) assert.equal(value, color(name), name);
  });

  test(`white has enough contrast on the accent of the ${scheme} scheme`, () => {
    const shade = (theme.primaryShade as { light: 6; dark: 5 })[scheme];
    const ratio = contrast('#ffffff', theme.colors?.indigo?.[shade] ?? '#ffffff');
    assert.ok(ratio >= 4.5, ratio.toFixed(2));
  });
}

test('white initials have enough contrast on every avatar colour', () => {
  for (const color of avatarColors) assert.ok(contrast('#ffffff', color) >= 4.5, color);
});
