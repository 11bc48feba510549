import { runJourneys } from './journeys/journeys.mjs';
import { runUnit } from './node/node-tests.mjs';

/** Runs a test file so many times. @returns of each run its first failure, or null */
export async function repeatFile(path, { env, times }) {
  const runs = [];
  for (let at = 0; at < times; at += 1) {
    const { results } = await runUnit([path], { env });
    runs.push(results.flatMap(({ failures }) => failures)[0] ?? null);
  }
  return runs;
}

/**
 * Runs the journeys whose titles match so many times, one after another.
 * @param how `env` and `part` of Playwright's run; see `runJourneys`
 * @returns for each name its runs, as of `repeatFile`
 */
export async function repeatJourneys(name, { times, ...how }) {
  const more = [`--repeat-each=${times}`, '--workers=1'];
  const { results } = await runJourneys({ ...how, name, isAll: true, more });
  const runs = new Map();
  for (const { name, failures } of results) runs.set(name, [...(runs.get(name) ?? []), failures[0] ?? null]);
  return runs;
}

/** Lines that tell of each name how often it failed in each kind of run, and each failure with its number. */
export function summaryOf(kinds) {
  const names = new Set(Object.values(kinds).flatMap((runs) => [...runs.keys()]));
  return [...names].flatMap((name) => [
    name,
    ...Object.entries(kinds).flatMap(([kind, runs]) => {
      const all = runs.get(name) ?? [];
      const failures = all.filter((failure) => failure !== null);
      const counts = Map.groupBy(failures, (failure) => failure);
      return [
        `  ${kind}: ${failures.length} of ${all.length} failed`,
        ...[...counts].map(([failure, { length }]) => `    ${length} × ${failure}`),
      ];
    }),
  ]);
}
