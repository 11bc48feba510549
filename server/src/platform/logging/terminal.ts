import type { DestinationStream } from 'pino';

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Control characters of a value could change the terminal. */
const printable = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, ' ');

const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{N}@.,:/_-]+$/u.test(value);

/** Longer lists, such as those of migrations, are counted. */
const longestList = 5;

function shown(value: unknown): string {
  if (Array.isArray(value) && value.length > longestList) return `(${value.length})`;
  return isPlain(value) ? value : JSON.stringify(value);
}

/** The local time of day: 20:00:00. */
export const timeOfDay = (at: Date): string => at.toTimeString().slice(0, 8);

/** One line for a person from a line of the log; a line that is not JSON stays as it is. */
export function terminalLine(line: string): string {
  const entry = parsed(line);
  if (!entry) return line;
  const { level, time, msg, err, ...facts } = entry;
  const clock = typeof time === 'string' ? timeOfDay(new Date(time)) : '';
  const words = [
    clock,
    (levels[Number(level)] ?? '').padEnd(5),
    String(msg ?? ''),
    ...Object.entries(facts).map(([name, value]) => `${name}=${shown(value)}`),
  ].filter((word) => word !== '');
  const stack = (err as { stack?: unknown } | undefined)?.stack;
  return `${printable(words.join(' '))}\n${typeof stack === 'string' ? `${printable(stack)}\n` : ''}`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the log for a person who reads it in a terminal. */
export const terminalLog = (terminal: { write: (text: string) => unknown }): DestinationStream => ({
  write: (line) => void terminal.write(terminalLine(line)),
});
