import { isComposition, isGenerator, isTest, isTestHelp, serverFeature } from './kinds.mjs';

const area = (path) => path.split('/')[0];
const isConfig = (path) => /^server\/src\/config(\.\w+)?\.ts$/.test(path);
const isEngineInterface = (path) => /^server\/src\/engines\/([^/]+)\/\1\.ts$/.test(path);
/** The models of the pages and the parts that they are built from. Their tests need no browser. */
const withoutReact = new Set(['models', 'kit']);
/** The code that displays the models. */
const webPages = new Set(['features', 'ui', 'room', 'panel']);
const webPart = (path) => path.match(/^web\/src\/([^/]+)\//)?.[1] ?? null;
const webFeature = (path) => path.match(/^web\/src\/features\/([^/]+)\//)?.[1] ?? null;

/** The code samples of the guides. A page shows them as text and never runs them. */
const isShownSample = (target) => /^docs\/integrators\/[^?]+\?raw$/.test(target);

const mayImport = {
  contract: () => false,
  web: (target, path) =>
    target.startsWith('contract/') ||
    isShownSample(target) ||
    (isTest(path) && target.startsWith('server/testing/')),
  server: (target, path) =>
    target.startsWith('contract/') ||
    // The recorder alone defines the contents of its folders.
    (/^server\/src\/engines\/(confined|converter|preparer|recorder|speech)\//.test(path) &&
      target.startsWith('recorder/folder/')) ||
    // Tests of both folders check media files with the same code.
    ((isTest(path) || isTestHelp(path)) && target.startsWith('recorder/testing/')),
  recorder: (target, path) =>
    target.startsWith('contract/') ||
    (isTest(path) && target.startsWith('server/')) ||
    (path.startsWith('recorder/testing/') && target === 'server/testing/patience.ts'),
  // A benchmark of recordings starts recorders as a server does: by their folders.
  bench: (target) =>
    /^(contract|server\/testing|web\/e2e|recorder\/(folder|testing)|scripts\/lib\/testing)\//.test(target),
  scripts: (target, path) =>
    target.startsWith('engines/') ||
    ((isTest(path) || path.startsWith('scripts/lib/testing/')) && target.startsWith('server/testing/')) ||
    (isGenerator(path) && target === 'contract/generate.ts'),
};

/** Rule 1: contract imports no other folder, and the other folders share only contract. */
function acrossAreas(path, target) {
  const [from, to] = [area(path), area(target)];
  if (from === to || !mayImport[from] || mayImport[from](target, path)) return null;
  return {
    rule: 'rule 1',
    problem: `${from} imports ${to} (${target})`,
    fix:
      from === 'contract' ? 'move the imported code to contract/' : 'define it in contract/ and import that',
  };
}

/** Rules 2 and 3: platform and engines import no feature, and a feature exports from one file. */
function insideServer(path, target, typeOnly) {
  if (!path.startsWith('server/src/') || !target.startsWith('server/src/')) return null;
  if (isTest(path) || isTestHelp(path) || isGenerator(path) || isComposition(path)) return null;
  const [from, to] = [serverFeature(path), serverFeature(target)];
  if (isConfig(target) && !isConfig(path)) {
    if (typeOnly) return null;
    return {
      rule: 'rule 2',
      problem: 'imports the settings',
      fix: 'pass the values as arguments',
    };
  }
  if (isComposition(target)) {
    return {
      rule: 'rule 2',
      problem: `imports the composition (${target})`,
      fix: 'let the composition import this file and pass the parts to it',
    };
  }
  if (
    target.startsWith('server/src/engines/') &&
    !path.startsWith('server/src/engines/') &&
    !isEngineInterface(target)
  ) {
    return {
      rule: 'rule 2',
      problem: `imports an adapter (${target})`,
      fix: 'import the interface, because startup/ chooses the adapter',
    };
  }
  if (to && !from) {
    return {
      rule: 'rule 2',
      problem: `imports a feature (${target})`,
      fix: 'pass the function from wiring/',
    };
  }
  if (from && to && from !== to && target !== `server/src/${to}/${to}.ts`) {
    return {
      rule: 'rule 3',
      problem: `imports an internal file of ${to} (${target})`,
      fix: `export it from server/src/${to}/${to}.ts`,
    };
  }
  return null;
}

/** Rule 5: in the web client ui/ imports no feature, features do not import each other, models import no React. */
function insideWeb(path, target) {
  if (!path.startsWith('web/src/') || !target.startsWith('web/src/')) return null;
  const [from, to] = [webPart(path), webPart(target)];
  if (from === 'ui' && ['models', 'features', 'room', 'panel', 'api'].includes(to)) {
    return {
      rule: 'rule 5',
      problem: `imports the product into ui/ (${target})`,
      fix: 'pass the values as props',
    };
  }
  if (from === 'features' && to === 'features' && webFeature(path) !== webFeature(target)) {
    return {
      rule: 'rule 5',
      problem: `imports the feature ${webFeature(target)} into ${webFeature(path)} (${target})`,
      fix: 'move the shared code out of features/, or let the page pass it',
    };
  }
  if (withoutReact.has(from) && webPages.has(to)) {
    return {
      rule: 'rule 5',
      problem: `imports a page into ${from}/ (${target})`,
      fix: 'let the page subscribe to the model',
    };
  }
  if (from === 'kit' && to === 'models') {
    return {
      rule: 'rule 5',
      problem: `imports a model into kit/ (${target})`,
      fix: 'move this code to that model',
    };
  }
  return null;
}

/** Whether a file of contract/ loads the schema library, itself or by what it imports. */
function loadsSchemas(project, path, seen = new Set()) {
  if (seen.has(path) || project.text(path) === undefined) return false;
  seen.add(path);
  return project
    .imports(path)
    .some(
      ({ specifier, target, typeOnly }) =>
        !typeOnly && (specifier === 'typebox' || (target !== null && loadsSchemas(project, target, seen))),
    );
}

/** Rule 1: a page imports the types of schemas only, so that browsers load no schema library. */
function schemasInPages(project, path, { target, typeOnly }) {
  if (!path.startsWith('web/src/') || isTest(path) || typeOnly) return null;
  if (!target.startsWith('contract/') || !loadsSchemas(project, target)) return null;
  return {
    rule: 'rule 1',
    problem: `loads the schema library into a page (${target})`,
    fix: 'import types only, and move the value to a file of contract/ without schemas',
  };
}

function packages(path, specifier) {
  const part = webPart(path);
  if (withoutReact.has(part) && !isTest(path) && /^(react|react-dom)(\/|$)/.test(specifier)) {
    return {
      rule: 'rule 5',
      problem: `imports React into ${part}/`,
      fix: 'keep the model free of React, and subscribe to it from a feature',
    };
  }
  if (/^web\/src\//.test(path) && !isTest(path) && specifier.startsWith('node:')) {
    return {
      rule: 'rule 1',
      problem: `imports ${specifier} into a page`,
      fix: 'use a browser API, because browsers have no Node modules',
    };
  }
  return null;
}

function* findCycles(edges, fix) {
  const state = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    state.set(node, 'open');
    stack.push(node);
    for (const next of edges.get(node)?.keys() ?? []) {
      if (state.get(next) === 'open') found.push(stack.slice(stack.indexOf(next)));
      else if (!state.has(next)) visit(next);
    }
    stack.pop();
    state.set(node, 'done');
  };
  for (const node of edges.keys()) if (!state.has(node)) visit(node);
  for (const cycle of found) {
    const { file, line } = edges.get(cycle.at(-1)).get(cycle[0]);
    yield {
      file,
      line,
      rule: 'rule 3',
      problem: `is part of an import cycle: ${[...cycle, cycle[0]].join(' → ')}`,
      fix,
    };
  }
}

function addEdge(edges, { from, to, ...where }) {
  if (!edges.has(from)) edges.set(from, new Map());
  if (!edges.get(from).has(to)) edges.get(from).set(to, where);
}

/** Checks imports: rules 1, 2, 3 and 5, and no cycles of files or features, also of types (docs/decisions/0150). */
export function checkDependencies(project) {
  const findings = [];
  const files = new Map();
  const features = new Map();
  for (const path of project.code()) {
    for (const found of project.imports(path)) {
      const { specifier, target, typeOnly, line } = found;
      const finding = target
        ? (acrossAreas(path, target) ??
          insideServer(path, target, typeOnly) ??
          insideWeb(path, target) ??
          schemasInPages(project, path, found))
        : packages(path, specifier);
      if (finding) findings.push({ file: path, line, ...finding });
      if (!target || isTest(path)) continue;
      addEdge(files, { from: path, to: target, file: path, line });
      const [from, to] = [serverFeature(path), serverFeature(target)];
      if (from && to && from !== to) addEdge(features, { from, to, file: path, line });
    }
  }
  findings.push(...findCycles(files, 'move the shared code or type to a third file'));
  findings.push(
    ...findCycles(
      features,
      'let one feature announce the event, and add the effect of the other to its list in wiring/effects.ts',
    ),
  );
  return findings;
}
