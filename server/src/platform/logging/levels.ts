import type { Logger } from './log.ts';

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof levels)[number];

/**
 * Parts of the server whose lines have a field `area` and may have a level of their own
 * (docs/decisions/0098).
 */
export const logAreas = ['requests', 'accounts', 'calls', 'records', 'transcripts', 'webhooks'] as const;
type LogArea = (typeof logAreas)[number];

interface LogLevels {
  all: Level;
  areas: Partial<Record<LogArea, Level>>;
}

const parseOne = <T extends string>(allowed: readonly T[], value: string): T => {
  const found = allowed.find((name) => name === value);
  if (!found) throw new Error(`must be ${levels.join(', ')}, and then areas such as webhooks=debug`);
  return found;
};

/**
 * Parses LECTERN_LOG_LEVEL.
 * @example parseLogLevels('info,webhooks=debug') // { all: 'info', areas: { webhooks: 'debug' } }
 */
export function parseLogLevels(text: string): LogLevels {
  const [all = '', ...areas] = text.split(',').map((part) => part.trim());
  const pairs = areas.map((part) => {
    const [area = '', level = ''] = part.split('=');
    return [parseOne(logAreas, area), parseOne(levels, level)] as const;
  });
  return { all: parseOne(levels, all), areas: Object.fromEntries(pairs) };
}

/** The loggers of the areas. */
export const areaLogsOf = (log: Logger, { areas }: LogLevels): Record<LogArea, Logger> =>
  Object.fromEntries(
    logAreas.map((area) => [area, log.child({ area }, { level: areas[area] ?? log.level })]),
  ) as Record<LogArea, Logger>;
