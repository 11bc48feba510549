import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accentOf, contrastOf, themeWith } from './brand-colors.ts';
import { cssVariables } from './theme.ts';

const brands = ['#7a1f3d', '#ffff00', '#ffffff', '#000000', '#00ff88', '#808080', '#0000ff'];

for (const brand of brands) {
  test(`texts are readable with ${brand} as the accent`, () => {
    const theme = themeWith(brand);
    const variables = cssVariables(theme as Parameters<typeof cssVariables>[0]);
    for (const scheme of ['light', 'dark'] as const) {
      const colors = variables[scheme] as Record<string, string>;
      const color = (name: string): string => colors[name] ?? assert.fail(name);
      for (const ground of ['--ground', '--accent-soft', '--warning-soft', '--surface']) {
        const ratio = contrastOf(color('--accent'), color(ground));
        assert.ok(ratio >= 4.5, `${scheme} ${ground}: ${ratio.toFixed(2)}`);
      }
      const steps = accentOf(brand);
      const filled = contrastOf('#ffffff', steps[scheme === 'light' ? 6 : 5]);
      assert.ok(filled >= 4.5, `${scheme}: ${filled.toFixed(2)}`);
    }
    const stage = contrastOf(accentOf(brand)[4], '#101115');
    assert.ok(stage >= 4.5, stage.toFixed(2));
  });
}

test('a readable colour is kept as it is', () => {
  assert.equal(accentOf('#7a1f3d')[6], '#7a1f3d');
  assert.equal(themeWith(null), themeWith(undefined));
});
