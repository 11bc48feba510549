/** Milliseconds of the monotonic clock that all processes of the machine share. */
export const machineTicks = (): number => Number(process.hrtime.bigint()) / 1e6;
