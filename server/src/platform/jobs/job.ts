import type { RepeatOptions, Work } from '../concurrency/repeat.ts';
import type { Logger } from '../logging/log.ts';

/** A run failed, and its log lines are written: the message is for `lectern jobs` only. */
export class LoggedFailure extends Error {
  override name = 'LoggedFailure';
}

/** Background work that is repeated, as its feature defines it. */
export interface JobDefinition extends Pick<RepeatOptions, 'everyMs' | 'firstAfterMs' | 'awayService'> {
  /** Channels of NOTIFY that start the next run at once. */
  wokenBy?: string[];
  /** Which of their payloads do so, all if not stated. */
  isFor?: (payload: string) => boolean;
  /** How many runs a node has at once, one if not stated. */
  places?: number;
  /** One run. `wake` starts the next one at once, or right after the current one. */
  run: (stop: AbortSignal, wake: () => void) => ReturnType<Work>;
  /** Called after the last run, when the node stops. */
  end?: () => Promise<unknown>;
}

/** A row of the table of jobs (`startup/jobs.ts`). */
export interface NamedJob extends JobDefinition {
  /** The feature and the work, such as `spaces.delete`: in the log, in `lectern jobs`, in metrics and as the lease. */
  name: string;
  /** One node does the job for all, and after its death another one this much later. Without: each node does it. */
  leaseSeconds?: number;
  /** The lease of jobs that the same node does; without: the name. */
  lease?: string;
  log?: Logger;
}
