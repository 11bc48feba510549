import { type Logger, pino } from 'pino';

export type { Logger };

/** One JSON line an event on standard output. No log holds a token: addresses are logged without their query. */
export const createLog = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
