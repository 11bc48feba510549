// Sets the waits of a server that was started with the settings of `withWaits`.

const given: Record<string, object> = JSON.parse(process.env.TEST_WAITS ?? '{}');

function set(path: string, waits: object): void {
  const shorter = given[path] ?? {};
  const unknown = Object.keys(shorter).filter((name) => !(name in waits));
  if (unknown.length > 0) throw new Error(`${path} has no waits ${unknown.join(', ')}`);
  Object.assign(waits, shorter);
}

// A bundled server calls it for each of its modules (`scripts/lib/testing/server-bundle.mjs`).
if (process.argv[1]?.endsWith('.mjs')) Object.assign(globalThis, { lecternTestWaits: set });
else
  for (const path of Object.keys(given)) {
    const { waits } = (await import(`../src/${path}`)) as { waits: object };
    set(path, waits);
  }
