import type { Config } from '../../config.ts';
import type { Installation } from '../database.ts';
import type { Answer } from './ask.ts';

/** One line of `lectern check`. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  /** The observation, and the advice if something is not in order. */
  message: string;
}

export type CheckResult = Omit<Finding, 'check'>;

export const ok = (message: string): CheckResult => ({ state: 'ok', message });
export const warning = (message: string): CheckResult => ({ state: 'warning', message });
export const fault = (message: string): CheckResult => ({ state: 'fault', message });

/** The facts that several checks use. Each is found out once. */
export interface CheckContext {
  installation: Installation;
  config: Config;
  /** The answer of this node's own port, or why there is none. */
  own: Promise<Answer | Error>;
  /** The answer at LECTERN_URL, or why there is none. */
  address: Promise<Answer | Error>;
  /** How far the clock of the database is ahead of ours, in seconds; undefined: unknown. */
  databaseAhead: number | undefined;
}

export interface Check {
  name: string;
  /** An empty list: the settings do not use it. */
  run: (context: CheckContext) => Promise<CheckResult | CheckResult[]>;
  /** A longer check is a fault. */
  withinMs?: number;
}
