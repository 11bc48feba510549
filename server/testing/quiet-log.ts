import { pino } from 'pino';
import type { Logger } from '../src/platform/logging/log.ts';

export const quietLog = pino({ level: 'silent' });

/** A log that collects the texts of its warnings. */
export function collectWarnings(): { log: Pick<Logger, 'info' | 'warn'>; logged: string[] } {
  const logged: string[] = [];
  const warn = (_about: object, text: string) => logged.push(text);
  return { log: { info: () => undefined, warn } as never, logged };
}
