import { checkRatchet } from './ratchet.mjs';

/** Lengths other than 1 px, the width of a line, and colours that are not the theme's. */
const fixed = /(?<![\w.])(?!1px)[\d.]+px\b|#[\da-f]{3,8}\b|\brgb\(/gi;

/** Pixels and colours of their own in style sheets of pages (docs/decisions/0173). */
export const pixels = {
  list: 'scripts/checks/pixels.json',
  files: /^web\/src\/(?!ui\/).*\.module\.css$/,
  countIn: (css) => css.replace(/\/\*.*?\*\//gs, '').match(fixed)?.length ?? 0,
  rule: 'pixels',
  what: 'pixels and colours',
  fix: 'use the components of web/src/ui/layout, or the variables of web/src/ui/theme/theme.ts',
};

export const checkPixels = (project) => checkRatchet(project, pixels);
