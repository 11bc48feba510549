/** Milliseconds of the monotonic clock that all processes of the machine share. */
export const ticks = (): number => Number(process.hrtime.bigint()) / 1e6;
