const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The path in the lock file to which Node resolves a dependency: the nearest folder above that has it. */
function resolveFrom(packages, path, name) {
  for (let base = path; ; ) {
    const candidate = `${base ? `${base}/` : ''}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!base) return null;
    const at = base.lastIndexOf('/node_modules/');
    base = at < 0 ? '' : base.slice(0, at);
  }
}

/** These packages and everything that they depend on but `unused`, as paths in the lock file. */
export function closure(packages, names, unused = new Set()) {
  const found = new Set();
  const visit = (path) => {
    if (!path || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      if (!unused.has(name)) visit(resolveFrom(packages, path, name));
    }
  };
  for (const name of names) visit(resolveFrom(packages, '', name));
  return found;
}

const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages whose code the web client's files name; styles of theirs are named by the same files. */
export function bundledNames(texts) {
  const names = new Set();
  for (const text of texts) {
    for (const [, specifier] of text.matchAll(/(?:from|import|@import)\s*\(?\s*['"]([^'".][^'"]*)['"]/g)) {
      if (!specifier.startsWith('node:')) names.add(packageName(specifier));
    }
  }
  return names;
}

/**
 * Every npm package that an installation contains: the production dependencies for all platforms, and what Vite can
 * put into the pages. Read from the lock file, so that the result is the same on every machine.
 */
export function shippedPackages(lock, bundled) {
  const { packages } = lock;
  const inPages = closure(packages, bundled);
  const paths = Object.keys(packages).filter((path) => path && (!packages[path].dev || inPages.has(path)));
  const rows = paths.map((path) => ({
    name: nameOf(path),
    version: packages[path].version,
    licence: packages[path].license ?? null,
    part: packages[path].dev ? 'pages' : 'server',
  }));
  const unique = new Map(rows.map((row) => [`${row.name}@${row.version}`, row]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
