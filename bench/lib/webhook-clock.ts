/** Milliseconds of the machine's one monotonic clock: the same in every process on it. */
export const ticks = (): number => Number(process.hrtime.bigint()) / 1e6;
