import type { Logger } from '../../platform/log.ts';
import { runStages, type StopStep } from './stopping.ts';

/**
 * The exit code after an uncaught error. `npm start` starts the server again after it; after 1, a start that was
 * refused, it does not.
 */
const crashed = 70;
const withinMs = 3_000;

interface CrashParts {
  log: Logger;
  /** Closes sockets so that clients reconnect. Child processes keep running. */
  stages: () => StopStep[][];
  /** Is an ordinary shutdown in progress? It ends the process by itself. */
  isStopping: () => boolean;
}

/** Logs an uncaught error and ends the process in order, within seconds. */
export function endOnUncaughtError({ log, stages, isStopping }: CrashParts): void {
  let isEnding = false;
  const exit = () => {
    if (!isStopping()) process.exit(crashed);
  };
  // Also called for rejections that nobody handles.
  process.on('uncaughtException', (error, origin) => {
    log.fatal(
      { err: error, origin },
      'uncaught error: the server ends, and "npm start" starts it again. Calls, recordings and the database continue. Please report this error',
    );
    if (isEnding || isStopping()) return;
    isEnding = true;
    setTimeout(exit, withinMs);
    runStages(stages(), log, { withinMs }).then(exit, exit);
  });
}

/** Ends this process with the one that started it and restarts it: nobody would restart or stop it any more. */
export function endWithParent(log: Logger): void {
  process.once('disconnect', () => {
    log.fatal('"npm start" was killed: the server ends. The next start takes over its child processes');
    process.exit(crashed);
  });
}
