import { walk } from './walk.mjs';

const sheets = /^(?:web|server)\/src\/.*\.css$/;
const components = /^web\/src\/.*\.tsx$/;

/** One value of a rule, also a call such as `max(12px, env(safe-area-inset-bottom))`. */
const value = String.raw`(?:[^\s();]|\((?:[^()]|\([^()]*\))*\))+`;
const rulesOfSides = [
  /^(?:scroll-)?(?:margin|padding)-(?:left|right)\s*:/,
  /^border(?:-top|-bottom)?-(?:left|right)(?:-[a-z]+)?\s*:/,
  /^(?:left|right)\s*:/,
  /^(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /(?:gradient\(|^)to (?:left|right)\b/,
  // Four values whose left and right differ.
  new RegExp(
    String.raw`^(?:(?:scroll-)?(?:margin|padding)|inset)\s*:\s*${value} (${value}) ${value} (?!\1;)`,
  ),
  new RegExp(String.raw`^border-radius\s*:\s*(${value}) (?!\1 )${value} ${value} `),
];
const keysOfSides = /^(?:(?:scroll)?(?:margin|padding|border)(?:Left|Right)|left$|right$)/i;
/** Mantine's style props. */
const propsOfSides = new Set(['ml', 'mr', 'pl', 'pr', 'left', 'right']);

const isStyle = ({ type, name, returnType }) =>
  (type === 'JSXAttribute' && name.name === 'style') ||
  returnType?.typeAnnotation?.typeName?.name === 'CSSProperties';

function sidesInSheet(text) {
  const lines = text.split('\n').map((line, index) => ({ side: line.trim(), line: index + 1 }));
  return lines.filter(({ side }) => rulesOfSides.some((rule) => rule.test(side)));
}

function sidesInComponent(project, path) {
  const found = [];
  const add = ({ name, start }) => found.push({ side: name, line: project.line(path, start) });
  walk(project.syntax(path).program, (node) => {
    if (node.type === 'JSXAttribute' && propsOfSides.has(node.name.name)) add(node.name);
    if (!isStyle(node)) return;
    walk(node, ({ type, key }) => {
      if (type === 'Property' && keysOfSides.test(key.name ?? '')) add(key);
    });
  });
  return found;
}

/**
 * Checks that the styles of pages and guides name start and end instead of left and right, so that a page from right to
 * left mirrors (docs/decisions/0155).
 */
export function checkSides(project) {
  const found = (file, sides) =>
    sides.map(({ side, line }) => ({
      ...{ file, line, rule: 'sides' },
      problem: `${side} names a side of the screen`,
      fix: 'name start and end: margin-inline-start, inset-inline-end, text-align: start, var(--to-end), ms',
    }));
  return [
    ...project.paths(sheets).flatMap((path) => found(path, sidesInSheet(project.text(path)))),
    ...project.code(components).flatMap((path) => found(path, sidesInComponent(project, path))),
  ];
}
