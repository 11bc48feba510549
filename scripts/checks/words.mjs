import { isTest } from './kinds.mjs';
import { areas, retiredInComments, retiredNames } from './retired-words.mjs';
import { walk } from './walk.mjs';

// With escapes and brackets, so that this file does not match itself.
const anywhere = [
  {
    pattern: /(?<![\w.:/])\/(?:work|root|home\/\w+|Users\/\w+)\/[\w.-]/g,
    rule: 'machine paths',
    problem: 'names a path of one machine',
    mend: 'say it relative to the repository, or ask for it',
  },
  {
    pattern:
      /\b(?:registry\.(?:npmjs|yarnpkg)\.\w+|registry\.npmmirror\.\w+|pypi\.[o]rg|files\.pythonhosted\.\w+|proxy\.golang\.\w+|sum\.golang\.\w+|(?:static|index)\.crates\.\w+|crates\.[i]o|repo1?\.maven\.\w+|deb\.debian\.\w+)\b/g,
    rule: 'registry hosts',
    problem: 'names the host of a package registry',
    mend: 'let the package client use what its machine is set up for',
  },
];

const inComments = [
  {
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    problem: 'leaves work for later',
    mend: 'do it, or open an issue',
  },
  {
    pattern: /@ts-(?:ignore|expect-error|nocheck)/,
    problem: 'silences the type checker',
    mend: 'make the type right',
  },
  {
    pattern: /biome-ignore|eslint-disable/,
    problem: 'silences the linter',
    mend: 'write what the rule asks for',
  },
];

const TESTS = new Set(['test', 'it', 'describe', 'suite']);

function* textFindings(project, path) {
  for (const { pattern, ...finding } of anywhere) {
    for (const match of project.text(path).matchAll(pattern)) {
      yield { file: path, line: project.line(path, match.index), ...finding };
    }
  }
}

function isSwitchedOff(node) {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return false;
  return TESTS.has(node.object.name) && ['skip', 'only', 'todo', 'fixme'].includes(node.property.name);
}

function* codeFindings(project, path) {
  const { program, comments } = project.syntax(path);
  for (const { value, start } of comments) {
    for (const { pattern, ...finding } of inComments) {
      if (pattern.test(value))
        yield { file: path, line: project.line(path, start), rule: 'leftovers', ...finding };
    }
  }
  const found = [];
  walk(program, (node) => {
    const line = () => project.line(path, node.start);
    if (node.type === 'TSAnyKeyword') {
      found.push({
        file: path,
        line: line(),
        rule: 'any',
        problem: 'uses any',
        mend: 'name the type, or take unknown',
      });
    }
    if (isTest(path) && isSwitchedOff(node)) {
      const problem = 'runs some tests and not others';
      found.push({
        file: path,
        line: line(),
        rule: 'leftovers',
        problem,
        mend: 'run them all; t.skip says what a machine lacks',
      });
    }
  });
  yield* found;
}

const retiredComments = [...retiredInComments].map(([word, instead]) => ({
  pattern: new RegExp(`\\b${word}\\b`, 'i'),
  instead,
}));

/** Finds names and words that docs/glossary.md has replaced. */
function* retiredFindings(project, path) {
  const { program, comments } = project.syntax(path);
  const found = ({ start, word, instead }) => ({
    ...{ file: path, line: project.line(path, start), rule: 'glossary' },
    ...{ problem: `uses "${word}"`, mend: `write ${instead}` },
  });
  for (const { value, start } of comments) {
    for (const { pattern, instead } of retiredComments) {
      const [word] = pattern.exec(value) ?? [];
      if (word) yield found({ start, word, instead });
    }
  }
  const names = [];
  walk(program, ({ type, name, start }) => {
    const instead = type.endsWith('Identifier') && retiredNames.get(name);
    if (instead) names.push(found({ start, word: name, instead }));
  });
  yield* names;
}

const entry = /`(\w+)[^`]*` \(`([\w./-]+\.ts)`\)/g;

/** Checks that each type in the glossary is defined in the file that the glossary names. */
function* glossaryFindings(project, path) {
  for (const { 1: name, 2: file, index } of project.text(path).matchAll(entry)) {
    const text = project.text(`server/src/${file}`) ?? project.text(file);
    if (text !== undefined && new RegExp(`\\b${name}\\b`).test(text)) continue;
    yield {
      ...{ file: path, line: project.line(path, index), rule: 'glossary' },
      ...{
        problem: `names ${name} in ${file}, which is not there`,
        mend: 'name the type and its file as they are',
      },
    };
  }
}

/** Finds what must not be committed: paths of one machine, registries, silenced tools, retired names and more. */
export function checkWords(project) {
  const code = new Set(project.code());
  return project
    .paths()
    .flatMap((path) => [
      ...textFindings(project, path),
      ...(code.has(path) ? codeFindings(project, path) : []),
      ...(code.has(path) && areas.test(path) ? retiredFindings(project, path) : []),
      ...(path === 'docs/glossary.md' ? glossaryFindings(project, path) : []),
    ]);
}
