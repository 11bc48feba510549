export const isTest = (path) => /\.test\.(ts|tsx|mjs)$/.test(path) || /^web\/e2e\//.test(path);

/** Help for tests may look anywhere: it starts, breaks and inspects the real parts. */
export const isTestHelp = (path) =>
  /^server\/(.*\/)?testing\//.test(path) || /\.(fake|contract)\.ts$/.test(path);

/** Generators run once by hand or by a check; they print tables of the code into files. */
export const isGenerator = (path) => /(^|\/)[a-z.-]*generate\.ts$/.test(path);

/** Written by a program: their length says nothing about how they read. */
export const isExemptFromSize = (path) => /(^|\/)[a-z-]+\.generated\.ts$/.test(path);

/** What stands at the top of the server and puts its parts together. */
export const isComposition = (path) =>
  /^server\/src\/(app|start|main|cli)\.ts$|^server\/src\/(startup|cli)\//.test(path);

const notFeatures = new Set(['platform', 'engines', 'startup', 'cli']);

/** The feature of the server that a file belongs to, or null. */
export function serverFeature(path) {
  const name = path.match(/^server\/src\/([^/]+)\//)?.[1];
  return name && !notFeatures.has(name) ? name : null;
}
