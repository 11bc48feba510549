// Sets the timings of a server that was started with the settings of `withTimings`.

const given: Record<string, object> = JSON.parse(process.env.TEST_TIMINGS ?? '{}');

function set(path: string, timings: object): void {
  const shorter = given[path] ?? {};
  const unknown = Object.keys(shorter).filter((name) => !(name in timings));
  if (unknown.length > 0) throw new Error(`${path} has no timings ${unknown.join(', ')}`);
  Object.assign(timings, shorter);
}

// A bundled server calls it for each of its modules (`scripts/lib/testing/server-bundle.mjs`).
if (process.argv[1]?.endsWith('.mjs')) Object.assign(globalThis, { lecternTestTimings: set });
else
  for (const path of Object.keys(given)) {
    const { timings } = (await import(`../src/${path}`)) as { timings: object };
    set(path, timings);
  }
