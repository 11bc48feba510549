import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Libraries log addresses whole, and the query of ours may hold a token. */
const withoutQuery = (url: unknown): unknown => (typeof url === 'string' ? url.replace(/\?.*/s, '') : url);

/** One JSON line an event, on standard output by default. No log holds a token: addresses are logged without their query. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { ...pino.stdSerializers, url: withoutQuery },
    },
    destination,
  );
