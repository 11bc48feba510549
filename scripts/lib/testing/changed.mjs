import { execFileSync } from 'node:child_process';
import { opened } from './journeys/opened.mjs';

/**
 * Files that bring all features together: nearly every test reaches all of the product through them. A change of a
 * feature does not concern the tests of all others on this way.
 */
const composition =
  /^(server\/src\/(app|start|main|cli|(wiring|startup)\/.*)\.ts|server\/testing\/.*|contract\/(routes|client\/.*|openapi\/.*)\.ts|web\/src\/(main|app|panel)\.tsx)$/;

const isTest = (path) => /\.test\.(ts|tsx|mjs)$/.test(path);
const isJourney = (path) => /^web\/e2e\/.*\.e2e\.ts$/.test(path);

/** The feature of the server that a file belongs to; an operation of the contract belongs to the one of its name. */
function featureOf(path, features) {
  const [, own] = path.match(/^server\/src\/([^/]+)\//) ?? [];
  if (own) return own;
  const [, operation] = path.match(/^contract\/operations\/([a-z]+)/) ?? [];
  return operation && features.find((name) => name.startsWith(operation));
}

/** These files and those that import them, also through others, except through a composition. */
function withDependents(project, paths) {
  const importers = new Map();
  for (const path of project.code()) {
    for (const { target, typeOnly } of project.imports(path)) {
      if (target && !typeOnly) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const reached = new Set(paths);
  for (const path of reached) {
    if (composition.test(path) && !paths.includes(path)) continue;
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  return [...reached];
}

/**
 * The tests that a change of these files concerns.
 * @returns `tests`: files of node tests; `journeys`: changed files of journeys; `folders`: folders of journeys that
 *   open what has changed
 */
export function concerned(project, paths) {
  const reached = withDependents(project, paths);
  const features = [...new Set(project.paths(/^server\/src\/[^/]+\//).map((path) => path.split('/')[2]))];
  const changed = new Set(paths.map((path) => featureOf(path, features)).filter(Boolean));
  const ofFeatures = project.code().filter((path) => isTest(path) && changed.has(featureOf(path, features)));
  const ofGuides = paths.some((path) => path.endsWith('.md'))
    ? project.paths(/documentation\.test\.ts$/)
    : [];
  const ofTexts = paths.some((path) => path.startsWith('texts/'))
    ? project.paths(/^web\/src\/i18n\/.*\.test\.ts$/)
    : [];
  const opens = ({ web, server }) =>
    server.some((feature) => changed.has(feature)) ||
    web.some((folder) => reached.some((path) => path.startsWith(`web/src/${folder}/`)));
  return {
    tests: [...new Set([...reached.filter(isTest), ...ofFeatures, ...ofGuides, ...ofTexts])].sort(),
    journeys: reached.filter(isJourney).sort(),
    folders: Object.keys(opened).filter((folder) => opens(opened[folder])),
  };
}

const git = (root, ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The first of these that exists: what main was before the work of this branch, or of these commits on main. */
function findBase(root, given) {
  for (const name of given ? [given] : ['origin/main', 'main']) {
    try {
      return git(root, 'merge-base', 'HEAD', name)[0];
    } catch {
      // There is no such name here.
    }
  }
  throw new Error(`git knows no commit ${given ?? 'origin/main or main'}`);
}

/** The files that differ from the base, committed or not, and new ones. `base`: a commit, by default main. */
export function changedFiles(root, base) {
  const from = findBase(root, base);
  return [
    ...new Set([
      ...git(root, 'diff', '--name-only', '--diff-filter=d', from),
      ...git(root, 'ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}
