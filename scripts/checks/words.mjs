import { isTest } from './kinds.mjs';
import { areas, retiredInComments, retiredInTexts, retiredNames, textAreas } from './retired-words.mjs';
import { walk } from './walk.mjs';

// With escapes and brackets, so that this file does not match itself.
const anywhere = [
  {
    pattern: /(?<![\w.:/])\/(?:work|root|home\/\w+|Users\/\w+)\/[\w.-]/g,
    rule: 'machine paths',
    problem: 'names a path of one machine',
    fix: 'write it relative to the repository, or read it from a setting',
  },
  {
    pattern:
      /\b(?:registry\.(?:npmjs|yarnpkg)\.\w+|registry\.npmmirror\.\w+|pypi\.[o]rg|files\.pythonhosted\.\w+|proxy\.golang\.\w+|sum\.golang\.\w+|(?:static|index)\.crates\.\w+|crates\.[i]o|repo1?\.maven\.\w+|deb\.debian\.\w+)\b/g,
    rule: 'registry hosts',
    problem: 'names the host of a package registry',
    fix: "leave it out, because the package client uses the machine's own registry",
  },
  {
    pattern: /^(?:<{7}|>{7}) /gm,
    rule: 'leftovers',
    problem: 'is a mark of a merge conflict',
    fix: 'resolve the conflict',
  },
];

const inComments = [
  {
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    problem: 'marks unfinished work',
    fix: 'finish it, or open an issue',
  },
  {
    pattern: /@ts-(?:ignore|expect-error|nocheck)/,
    problem: 'silences the type checker',
    fix: 'correct the type',
  },
  {
    pattern: /biome-ignore|eslint-disable/,
    problem: 'silences the linter',
    fix: 'follow the rule',
  },
  {
    // A comment, a line of it or a sentence in it.
    pattern: /(?:^\*?|\n|[.:;])[\s*]*(?:Who|Whom|Whose|What|Whatever|Whoever|Whichever|Of)\s/,
    rule: 'language',
    problem: 'begins a sentence with a clause',
    fix: 'begin it with its subject, such as "The people who"',
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
        yield { ...{ file: path, line: project.line(path, start), rule: 'leftovers' }, ...finding };
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
        problem: 'uses the type any',
        fix: 'name the type, or use unknown',
      });
    }
    if (isTest(path) && isSwitchedOff(node)) {
      const problem = 'switches off tests';
      found.push({
        file: path,
        line: line(),
        rule: 'leftovers',
        problem,
        fix: 'run all of them; t.skip may report what a machine lacks',
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
    ...{ problem: `uses "${word}"`, fix: `write ${instead}` },
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

const retiredTexts = [...retiredInTexts].map(([word, instead]) => ({
  pattern: new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'gi'),
  instead,
}));

function* retiredTextFindings(project, path) {
  for (const { pattern, instead } of retiredTexts) {
    for (const { 0: word, index } of project.text(path).matchAll(pattern)) {
      yield {
        ...{ file: path, line: project.line(path, index), rule: 'glossary' },
        ...{ problem: `uses "${word}"`, fix: `write ${instead}` },
      };
    }
  }
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
        problem: `names ${name} in ${file}, which does not define it`,
        fix: 'correct the name of the type or of its file',
      },
    };
  }
}

/** Finds text that must not be committed: paths of one machine, registries, silenced tools, retired names and more. */
export function checkWords(project) {
  const code = new Set(project.code());
  return project
    .paths()
    .flatMap((path) => [
      ...textFindings(project, path),
      ...(code.has(path) ? codeFindings(project, path) : []),
      ...(code.has(path) && areas.test(path) ? retiredFindings(project, path) : []),
      ...(textAreas.test(path) && path !== 'scripts/checks/retired-words.mjs'
        ? retiredTextFindings(project, path)
        : []),
      ...(path === 'docs/glossary.md' ? glossaryFindings(project, path) : []),
    ]);
}
