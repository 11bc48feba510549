import { pino } from 'pino';

/** A log whose lines a test reads. */
export function collectLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}
