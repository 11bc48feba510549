import { isComposition, isGenerator, isTest, isTestHelp, serverFeature } from './kinds.mjs';

const area = (path) => path.split('/')[0];
const isPlatform = (path) => path.startsWith('server/src/platform/');
const isConfig = (path) => /^server\/src\/config(\.\w+)?\.ts$/.test(path);
const isEngineInterface = (path) => /^server\/src\/engines\/([^/]+)\/\1\.ts$/.test(path);
/** The models of what the pages show, and what they are built from: tested without a browser. */
const withoutReact = new Set(['models', 'kit']);
/** The code that displays the models. */
const webPages = new Set(['features', 'ui', 'room', 'panel']);
const webPart = (path) => path.match(/^web\/src\/([^/]+)\//)?.[1] ?? null;
const webFeature = (path) => path.match(/^web\/src\/features\/([^/]+)\//)?.[1] ?? null;

/** Code of the guides, which a page shows as text and never runs. */
const isShownSample = (target) => /^docs\/integrators\/[^?]+\?raw$/.test(target);

const mayImport = {
  contract: () => false,
  web: (target, path) =>
    target.startsWith('contract/') ||
    isShownSample(target) ||
    (isTest(path) && target.startsWith('server/testing/')),
  server: (target, path) =>
    target.startsWith('contract/') ||
    // The recorder alone defines the contents of its folder.
    (path.startsWith('server/src/engines/recorder/') && target.startsWith('recorder/folder/')) ||
    // The same code judges media files everywhere.
    ((isTest(path) || isTestHelp(path)) && target.startsWith('recorder/testing/')),
  recorder: (target, path) =>
    target.startsWith('contract/') || (isTest(path) && target.startsWith('server/')),
  // A bench of recordings starts recorders as a server does: by their folders.
  bench: (target) => /^(contract|server\/testing|web\/e2e|recorder\/(folder|testing))\//.test(target),
  scripts: (target, path) =>
    target.startsWith('engines/') || (isTest(path) && target.startsWith('server/testing/')),
};

/** Rule 1: contract imports nothing of ours, and everything else communicates by it. */
function acrossAreas(path, target) {
  const [from, to] = [area(path), area(target)];
  if (from === to || !mayImport[from] || mayImport[from](target, path)) return null;
  return {
    rule: 'rule 1',
    problem: `${from} imports ${to} (${target})`,
    mend: from === 'contract' ? 'keep it in contract/' : 'say it in contract/ and import that',
  };
}

/** Rules 2 and 3: platform and engines know no feature, and a feature exports by one file. */
function insideServer(path, target, typeOnly) {
  if (!path.startsWith('server/src/') || !target.startsWith('server/src/')) return null;
  if (isTest(path) || isTestHelp(path) || isGenerator(path) || isComposition(path)) return null;
  const [from, to] = [serverFeature(path), serverFeature(target)];
  if (isConfig(target) && !isConfig(path)) {
    if (typeOnly) return null;
    return {
      rule: 'rule 2',
      problem: 'reads the settings itself',
      mend: 'take what it needs as an argument',
    };
  }
  if (isComposition(target)) {
    return {
      rule: 'rule 2',
      problem: `imports ${target}`,
      mend: 'only the composition knows the whole; turn it round',
    };
  }
  if (
    target.startsWith('server/src/engines/') &&
    !path.startsWith('server/src/engines/') &&
    !isEngineInterface(target)
  ) {
    return {
      rule: 'rule 2',
      problem: `names an adapter (${target})`,
      mend: 'import the interface; app.ts chooses the adapter',
    };
  }
  if (to && !from) {
    return {
      rule: 'rule 2',
      problem: `${isPlatform(path) ? 'platform' : 'this'} imports a feature (${target})`,
      mend: 'pass it in from app.ts',
    };
  }
  if (from && to && from !== to && target !== `server/src/${to}/${to}.ts`) {
    return {
      rule: 'rule 3',
      problem: `reaches into ${to} (${target})`,
      mend: `offer it by name in server/src/${to}/${to}.ts`,
    };
  }
  return null;
}

/** Rule 5: in the web client ui/ knows no feature, features do not import each other, the models know no React. */
function insideWeb(path, target) {
  if (!path.startsWith('web/src/') || !target.startsWith('web/src/')) return null;
  const [from, to] = [webPart(path), webPart(target)];
  if (from === 'ui' && ['models', 'features', 'room', 'panel', 'api'].includes(to)) {
    return {
      rule: 'rule 5',
      problem: `ui/ knows the product (${target})`,
      mend: 'pass what it shows as props',
    };
  }
  if (from === 'features' && to === 'features' && webFeature(path) !== webFeature(target)) {
    return {
      rule: 'rule 5',
      problem: `feature ${webFeature(path)} reaches into ${webFeature(target)} (${target})`,
      mend: 'move what both need below features/, or let the page compose them',
    };
  }
  if (withoutReact.has(from) && webPages.has(to)) {
    return {
      rule: 'rule 5',
      problem: `${from}/ knows the pages (${target})`,
      mend: 'let the page subscribe to the model',
    };
  }
  if (from === 'kit' && to === 'models') {
    return { rule: 'rule 5', problem: `kit/ knows a model (${target})`, mend: 'move it to that model' };
  }
  return null;
}

function packages(path, specifier) {
  const part = webPart(path);
  if (withoutReact.has(part) && !isTest(path) && /^(react|react-dom)(\/|$)/.test(specifier)) {
    return {
      rule: 'rule 5',
      problem: `${part}/ imports React`,
      mend: 'keep the model plain; subscribe to it from a feature',
    };
  }
  if (/^web\/src\//.test(path) && !isTest(path) && specifier.startsWith('node:')) {
    return { rule: 'rule 1', problem: `a page imports ${specifier}`, mend: 'a browser has no such module' };
  }
  return null;
}

function* cycles(edges, describe) {
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
  for (const circle of found) {
    const { file, line } = edges.get(circle.at(-1)).get(circle[0]);
    yield {
      file,
      line,
      rule: 'rule 3',
      problem: `a circle: ${[...circle, circle[0]].join(' → ')}`,
      mend: describe,
    };
  }
}

function addEdge(edges, { from, to, ...where }) {
  if (!edges.has(from)) edges.set(from, new Map());
  if (!edges.get(from).has(to)) edges.get(from).set(to, where);
}

/** Rules 1, 2, 3 and 5 about imports, and no circles between files or features. */
export function checkDependencies(project) {
  const findings = [];
  const files = new Map();
  const features = new Map();
  for (const path of project.code()) {
    for (const { specifier, target, typeOnly, line } of project.imports(path)) {
      const finding = target
        ? (acrossAreas(path, target) ?? insideServer(path, target, typeOnly) ?? insideWeb(path, target))
        : packages(path, specifier);
      if (finding) findings.push({ file: path, line, ...finding });
      if (!target || isTest(path)) continue;
      if (!typeOnly) addEdge(files, { from: path, to: target, file: path, line });
      const [from, to] = [serverFeature(path), serverFeature(target)];
      if (from && to && from !== to) addEdge(features, { from, to, file: path, line });
    }
  }
  findings.push(...cycles(files, 'move what both need into a third file'));
  findings.push(...cycles(features, 'let one state the fact and the other listen, wired in app.ts'));
  return findings;
}
