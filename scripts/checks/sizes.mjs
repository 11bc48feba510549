import { isExemptFromSize, isTest } from './kinds.mjs';
import { walk } from './walk.mjs';

export const limits = {
  file: 400,
  testFile: 600,
  fileP90: 250,
  function: 80,
  component: 120,
  functionP90: 35,
  parameters: 3,
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const CALLS_OF_TESTS = /^(describe|suite|test|it|before|after|beforeEach|afterEach)$/;

export function percentile90(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.ceil(sorted.length * 0.9) - 1];
}

function containsMarkup(node) {
  let found = false;
  walk(node, (inner) => {
    if (inner !== node && FUNCTIONS.has(inner.type)) return false;
    if (inner.type === 'JSXElement' || inner.type === 'JSXFragment') found = true;
    return !found;
  });
  return found;
}

function nameOf(node, parent) {
  if (node.id) return node.id.name;
  if (parent?.type === 'VariableDeclarator') return parent.id.name ?? 'a function';
  return parent?.key?.name ?? 'a function';
}

function isTestCall(node) {
  if (node?.type !== 'CallExpression') return false;
  const callee = node.callee.type === 'MemberExpression' ? node.callee.object : node.callee;
  return callee.type === 'Identifier' && CALLS_OF_TESTS.test(callee.name);
}

/** The limit for functions does not apply to the blocks of a test file and to functions that declare tests. */
function isChapter(node, parent) {
  if (isTestCall(parent)) return true;
  const statements = node.body.type === 'BlockStatement' ? node.body.body : [];
  return statements.some((statement) => isTestCall(statement.expression?.argument ?? statement.expression));
}

function functionsOf(project, path) {
  const found = [];
  walk(project.syntax(path).program, (node, parent) => {
    if (!FUNCTIONS.has(node.type) || !node.body || (isTest(path) && isChapter(node, parent))) return;
    const line = project.line(path, node.start);
    found.push({
      file: path,
      line,
      name: nameOf(node, parent),
      lines: project.line(path, node.end) - line + 1,
      parameters: node.params.length,
      isComponent: path.endsWith('.tsx') && containsMarkup(node.body),
    });
  });
  return found;
}

function checkFile(path, lines) {
  const limit = isTest(path) ? limits.testFile : limits.file;
  if (lines <= limit) return [];
  return [
    {
      file: path,
      line: limit + 1,
      rule: 'size',
      problem: `has ${lines} lines, and the limit is ${limit}`,
      fix: 'split it by purpose',
    },
  ];
}

function* checkFunction({ file, line, name, lines, parameters, isComponent }) {
  const limit = isComponent ? limits.component : limits.function;
  if (lines > limit) {
    yield {
      file,
      line,
      rule: 'size',
      problem: `${name} has ${lines} lines, and the limit is ${limit}`,
      fix: 'extract functions',
    };
  }
  if (parameters > limits.parameters) {
    yield {
      file,
      line,
      rule: 'size',
      problem: `${name} has ${parameters} parameters, and the limit is ${limits.parameters}`,
      fix: 'pass one options object',
    };
  }
}

function checkSpread(list, { limit, what, measure }) {
  const value = percentile90(list.map(measure));
  if (value <= limit) return [];
  const longest = [...list].sort((a, b) => measure(b) - measure(a))[0];
  return [
    {
      file: longest.file,
      line: longest.line,
      rule: 'size',
      problem: `the 90th percentile of lines in ${what} is ${value}, and the limit is ${limit}`,
      fix: 'shorten the longest ones, such as this one',
    },
  ];
}

/** Checks the lengths of files and functions, and the number of parameters. */
export function checkSizes(project) {
  const paths = project.paths(/\.(ts|tsx|mjs|css)$/).filter((path) => !isExemptFromSize(path));
  const count = (path) => project.text(path).replace(/\n$/, '').split('\n').length;
  const files = paths.map((file) => ({ file, line: 1, lines: count(file) }));
  const functions = paths
    .filter((path) => !path.endsWith('.css'))
    .flatMap((path) => functionsOf(project, path));
  const plain = functions.filter((entry) => !entry.isComponent);
  return [
    ...files.flatMap(({ file, lines }) => checkFile(file, lines)),
    ...functions.flatMap((entry) => [...checkFunction(entry)]),
    ...checkSpread(files, { limit: limits.fileP90, what: 'files', measure: (entry) => entry.lines }),
    ...checkSpread(plain, { limit: limits.functionP90, what: 'functions', measure: (entry) => entry.lines }),
  ];
}
