import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Libraries log whole URLs, and a query may contain a token. */
const withoutQuery = (url: unknown): unknown => (typeof url === 'string' ? url.replace(/\?.*/s, '') : url);

/** Writes one JSON line per event, to standard output by default. URLs lose their query, which may hold a token. */
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
