import { checkRatchet } from './ratchet.mjs';

/** The sheet with the states that all pages have. */
export const sheetOfAllPages = 'web/src/ui/theme/forced-colors.css';

const forcedColors = /@media \(forced-colors: active\) \{/g;
const rule = /([^{}]+)\{([^{}]*)\}/g;
/** Attributes that carry a state; `data-color` is the tone of a text (web/src/ui/layout). */
const state = /\[(data-(?!color\b)[a-z-]+|aria-(?:pressed|selected|current|checked|invalid))\b/g;
/** A hovering pointer is no state, and `:not()` selects elements without one. */
const stateless = /[^,]*:hover[^,]*|:not\([^()]*\)/g;
const color = /(?:^|[\s;])(?:color|background(?:-color)?|box-shadow|fill|stroke):/;
/** Properties that forced colours leave visible. */
const shape = /(?:^|[\s;])(?:border|outline|font-weight|font-style|text-decoration|transform)(?:-[a-z-]+)*:/;

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

/** The selectors for forced colours that lose against the dark theme: the build makes of `light-dark()` a rule that is more specific. */
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

/** Counts the rules that show a state by a colour only, which forced colours remove. */
function countIn(css, project) {
  const { usual, forced } = divided(css);
  const known = new Set([...statesIn(project.text(sheetOfAllPages) ?? ''), ...statesIn(forced)]);
  return [...usual.matchAll(rule)].filter(
    ([, selector, body]) =>
      statesIn(selector.replace(stateless, '')).some((name) => !known.has(name)) &&
      color.test(body) &&
      !shape.test(body),
  ).length;
}

/** States that only a colour shows: contrast themes of Windows remove colours (docs/decisions/0186). */
export const coloredStates = {
  list: 'scripts/checks/forced-colors.json',
  files: /^web\/src\/.*\.module\.css$/,
  countIn,
  rule: 'forced colours',
  what: 'states that only a colour shows',
  fix: 'add a rule with a border, an outline or a system colour in @media (forced-colors: active)',
};

/** Checks the list above, and that colours for contrast themes hold in the dark theme, too. */
export const checkForcedColors = (project) => [
  ...checkRatchet(project, coloredStates),
  ...project.paths(coloredStates.files).flatMap((file) =>
    selectorsLostInDark(divided(project.text(file))).map((selector) => ({
      ...{ file, line: 1, rule: coloredStates.rule },
      problem: `sets ${selector} for forced colours, which the dark theme overrides by its light-dark()`,
      fix: 'begin the selector with :root',
    })),
  ),
];
