import { isTest } from './kinds.mjs';

/** Exported fragments that are left. This list may only become shorter. */
const remaining = ['byIndexes', 'isFirst', 'isLater', 'isPendingByKey', 'milliseconds'];

const STATEMENT = /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i;

/** The value of an expression, or what a function returns; both branches of a condition. */
function* valuesOf(node) {
  if (!node || node.async) return;
  if (node.type === 'TaggedTemplateExpression' || node.type === 'CallExpression') yield node;
  const parts = [node.consequent, node.alternate, node.expression, node.argument, node.body].flat();
  for (const part of parts) if (typeof part === 'object') yield* valuesOf(part);
}

function isFragment({ callee, tag, quasi }) {
  if (callee) return callee.object?.name === 'sql';
  return tag.name === 'sql' && !STATEMENT.test(quasi.quasis[0].value.raw);
}

function* exportsOf({ program }) {
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || !declaration) continue;
    if (declaration.type === 'FunctionDeclaration') yield { name: declaration.id.name, node: declaration };
    for (const { id, init } of declaration.declarations ?? []) yield { name: id.name, node: init };
  }
}

/**
 * Checks that no store exports a piece of a statement: a rule that several files need is a view or a function of the
 * database (docs/decisions/0143).
 */
export function checkFragments(project, left = remaining) {
  const found = new Map();
  for (const file of project.code(/^server\/src\/(?!platform\/).*store\.ts$/)) {
    if (isTest(file)) continue;
    for (const { name, node } of exportsOf(project.syntax(file))) {
      if ([...valuesOf(node)].some(isFragment))
        found.set(name, { file, line: project.line(file, node.start) });
    }
  }
  const exported = [...found].filter(([name]) => !left.includes(name));
  const gone = left.filter((name) => !found.has(name));
  return [
    ...exported.map(([name, where]) => ({
      ...{ ...where, rule: 'rule 4', problem: `exports a piece of SQL (${name})` },
      fix: 'make it a view or function in server/migrations/views/, which whole statements ask',
    })),
    ...gone.map((name) => ({
      ...{ file: 'scripts/checks/fragments.mjs', line: 1, rule: 'rule 4' },
      ...{ problem: `lists ${name}, which is no piece of SQL any more`, fix: 'remove it from the list' },
    })),
  ];
}
