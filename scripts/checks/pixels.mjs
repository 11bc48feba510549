const sheets = /^web\/src\/(?!ui\/).*\.module\.css$/;
/** Lengths other than 1 px, the width of a line, and colours that are not the theme's. */
const fixed = /(?<![\w.])(?!1px)[\d.]+px\b|#[\da-f]{3,8}\b|\brgb\(/gi;

export const listOfPixels = 'scripts/checks/pixels.json';

/** The number of pixels and colours by style sheet of a page. */
export function countPixels(project) {
  const counts = project.paths(sheets).map((path) => {
    const rules = project.text(path).replace(/\/\*.*?\*\//gs, '');
    return [path, rules.match(fixed)?.length ?? 0];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/**
 * Checks that style sheets of pages get no more pixels and colours of their own. The list has the number of those that
 * they had before, and `npm run generate` lowers it (docs/decisions/0173).
 */
export function checkPixels(project) {
  const allowed = JSON.parse(project.text(listOfPixels) ?? '{}');
  return Object.entries(countPixels(project))
    .filter(([path, count]) => count > (allowed[path] ?? 0))
    .map(([path, count]) => ({
      ...{ file: path, line: 1, rule: 'pixels' },
      problem: `has ${count} pixels and colours, of which ${allowed[path] ?? 0} are listed`,
      fix: 'use the components of web/src/ui/layout, or the variables of web/src/ui/theme/theme.ts',
    }));
}
