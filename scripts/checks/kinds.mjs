export const isTest = (path) => /\.test\.(ts|tsx|mjs)$/.test(path) || /^web\/e2e\//.test(path);

/** Test helpers may import anything: they start, break and inspect the real parts. */
export const isTestHelp = (path) =>
  /^server\/(.*\/)?testing\//.test(path) || /\.(fake|contract)\.ts$/.test(path);

/** Generators run by hand or in a check; they write tables of the code into files. */
export const isGenerator = (path) => /(^|\/)[a-z.-]*generate\.(ts|mjs)$/.test(path);

/** Generated files: their length says nothing about readability. */
export const isExemptFromSize = (path) => /(^|\/)[a-z-]+\.generated\.ts$/.test(path);

/** The top of the server, which composes its parts. */
export const isComposition = (path) =>
  /^server\/src\/(app|start|main|cli)\.ts$|^server\/src\/(wiring|startup|cli)\//.test(path);

const notFeatures = new Set(['platform', 'engines', 'wiring', 'startup', 'cli']);

/** The feature of the server that a file belongs to, or null. */
export function serverFeature(path) {
  const name = path.match(/^server\/src\/([^/]+)\//)?.[1];
  return name && !notFeatures.has(name) ? name : null;
}
