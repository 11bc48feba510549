import { isTest } from './kinds.mjs';
import { walk } from './walk.mjs';

/** Attributes whose texts people read or hear. */
const readable =
  /^(?:label|title|placeholder|alt|description|text|about|hint|aria-(?:label|description|roledescription|valuetext))$/;

/** A word of prose: a capital with small letters, or two words. Addresses, units and keys are none. */
const prose = /\p{Lu}\p{Ll}|\p{L}\s\p{L}/u;
const brand = /^\s*Lectern\s*$/;

/** The texts that an expression may result in. */
function* resultsOf(node) {
  if (node.type === 'Literal') yield { text: String(node.value), at: node.start };
  else if (node.type === 'TemplateLiteral')
    for (const { value, start } of node.quasis) yield { text: value.cooked, at: start };
  else if (node.type === 'JSXExpressionContainer') yield* resultsOf(node.expression);
  else if (node.type === 'LogicalExpression') yield* resultsOf(node.right);
  else if (node.type === 'ConditionalExpression') {
    yield* resultsOf(node.consequent);
    yield* resultsOf(node.alternate);
  }
}

function* shownTexts(program) {
  const found = [];
  walk(program, (node, parent) => {
    if (node.type === 'JSXText') found.push({ text: node.value, at: node.start });
    if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute')
      found.push(...resultsOf(node));
    if (node.type === 'JSXAttribute' && node.value && readable.test(node.name.name))
      found.push(...resultsOf(node.value));
  });
  yield* found;
}

/** Checks that components show no texts of their own: they are in `texts/`, in every language. */
export function checkComponentTexts(project) {
  return project
    .code(/^web\/src\/.*\.tsx$/)
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      [...shownTexts(project.syntax(path).program)]
        .filter(({ text }) => prose.test(text) && !brand.test(text))
        .map(({ text, at }) => ({
          ...{ file: path, line: project.line(path, at), rule: 'texts' },
          ...{ problem: `shows “${text.trim()}”`, fix: 'move the text to texts/ and read it with useText' },
        })),
    );
}
