/**
 * A deadline in milliseconds on this machine: a run of tests measures the machine, and gives its slowness (1 to 5) in
 * `LECTERN_TEST_PATIENCE` (`scripts/lib/testing/machine.mjs`).
 */
export const patient = (ms: number): number =>
  Math.round(ms * Number(process.env.LECTERN_TEST_PATIENCE ?? 1));
