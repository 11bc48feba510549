const sheets = /^web\/src\/.*\.module\.css$/;
/** States the colours of what every page names alike. */
export const sheetOfAllPages = 'web/src/ui/theme/forced-colors.css';
export const listOfColoredStates = 'scripts/checks/forced-colors.json';

const forcedColors = /@media \(forced-colors: active\) \{/g;
const rule = /([^{}]+)\{([^{}]*)\}/g;
/** Attributes that carry a state; `data-color` is the tone of a text (web/src/ui/layout). */
const state = /\[(data-(?!color\b)[a-z-]+|aria-(?:pressed|selected|current|checked|invalid))\b/g;
/** A pointer's place is no state, and what is not there shows none. */
const stateless = /[^,]*:hover[^,]*|:not\([^()]*\)/g;
const color = /(?:^|[\s;])(?:color|background(?:-color)?|box-shadow|fill|stroke):/;
/** Seen in forced colours, too. */
const shape = /(?:^|[\s;])(?:border|outline|font-weight|text-decoration|transform)(?:-[a-z-]+)*:/;

/** The index after the block whose opening brace is before `from`. */
function endOfBlock(css, from) {
  let depth = 1;
  let at = from;
  while (depth > 0 && at < css.length) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    at += 1;
  }
  return at;
}

/** A sheet without its blocks for forced colours, and those blocks. */
function divided(text) {
  const css = text.replace(/\/\*.*?\*\//gs, '');
  let [usual, forced, last] = ['', '', 0];
  for (const { 0: opening, index } of css.matchAll(forcedColors)) {
    const end = endOfBlock(css, index + opening.length);
    usual += css.slice(last, index);
    forced += css.slice(index, end);
    last = end;
  }
  return { usual: usual + css.slice(last), forced };
}

const schemed = /(?:^|[\s;])([a-z-]+):[^;]*light-dark\(/g;
const declared = /(?:^|[\s;])([a-z-]+):/g;
const selectorsOf = (head) => head.split(',').map((one) => one.trim().replace(/\s+/g, ' '));
const namesIn = (body, names) => [...body.matchAll(names)].map(([, name]) => name);

/** The selectors for forced colours of which a rule of the dark theme is more specific: the build makes one of `light-dark()`. */
function selectorsLostInDark({ usual, forced }) {
  const dark = new Set(
    [...usual.matchAll(rule)].flatMap(([, head, body]) =>
      selectorsOf(head).flatMap((selector) => namesIn(body, schemed).map((name) => `${selector} ${name}`)),
    ),
  );
  return [...forced.matchAll(rule)].flatMap(([, head, body]) =>
    selectorsOf(head).filter((selector) =>
      namesIn(body, declared).some((name) => dark.has(`${selector} ${name}`)),
    ),
  );
}

const statesIn = (text) => [...text.matchAll(state)].map(([, name]) => name);

/** The number of rules by style sheet that show a state by a colour only, which forced colours remove. */
export function countColoredStates(project) {
  const everywhere = statesIn(project.text(sheetOfAllPages) ?? '');
  const counts = project.paths(sheets).map((path) => {
    const { usual, forced } = divided(project.text(path));
    const known = new Set([...everywhere, ...statesIn(forced)]);
    const colored = [...usual.matchAll(rule)].filter(
      ([, selector, body]) =>
        statesIn(selector.replace(stateless, '')).some((name) => !known.has(name)) &&
        color.test(body) &&
        !shape.test(body),
    );
    return [path, colored.length];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/**
 * Checks that no more rules show a state by a colour only: contrast themes of Windows remove colours. The list has the
 * rules that were there before, and `npm run generate` lowers it (docs/decisions/0186). Rules for forced colours must
 * hold in the dark theme, too.
 */
export function checkForcedColors(project) {
  const allowed = JSON.parse(project.text(listOfColoredStates) ?? '{}');
  const lost = project.paths(sheets).flatMap((file) =>
    selectorsLostInDark(divided(project.text(file))).map((selector) => ({
      ...{ file, line: 1, rule: 'forced colours' },
      problem: `sets ${selector} for forced colours, which the dark theme overrides by its light-dark()`,
      fix: 'begin the selector with :root',
    })),
  );
  const colored = Object.entries(countColoredStates(project))
    .filter(([path, count]) => count > (allowed[path] ?? 0))
    .map(([path, count]) => ({
      ...{ file: path, line: 1, rule: 'forced colours' },
      problem: `has ${count} states that only a colour shows, of which ${allowed[path] ?? 0} are listed`,
      fix: 'add a rule with a border, an outline or a system colour in @media (forced-colors: active)',
    }));
  return [...lost, ...colored];
}
