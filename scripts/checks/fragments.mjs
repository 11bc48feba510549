import { isTest } from './kinds.mjs';

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
export function checkFragments(project) {
  const found = [];
  for (const file of project.code(/^server\/src\/(?!platform\/).*store\.ts$/)) {
    if (isTest(file)) continue;
    for (const { name, node } of exportsOf(project.syntax(file))) {
      if (![...valuesOf(node)].some(isFragment)) continue;
      found.push({
        ...{ file, line: project.line(file, node.start), rule: 'rule 4' },
        problem: `exports a piece of SQL (${name})`,
        fix: 'make it a view or function in server/migrations/views/, which whole statements ask',
      });
    }
  }
  return found;
}
