import type { Logger } from '../../platform/log.ts';
import { runStages, type Stops } from './stopping.ts';

/**
 * The exit code after an uncaught error. `npm start` starts the server again after it; after 1, a start that was
 * refused, it does not.
 */
const crashed = 70;
const withinMs = 3_000;

/**
 * Logs an uncaught error and ends the process in order, within seconds. An ordinary shutdown that is in progress ends the
 * process by itself.
 */
export function endOnUncaughtError(stops: Stops, log: Logger): void {
  let isEnding = false;
  const exit = () => {
    if (!stops.isStopRequested) process.exit(crashed);
  };
  // Also called for rejections that nobody handles.
  process.on('uncaughtException', (error, origin) => {
    log.fatal(
      { err: error, origin },
      'uncaught error: the server ends, and "npm start" starts it again. Calls, recordings and the database continue. Please report this error',
    );
    if (isEnding || stops.isStopRequested) return;
    isEnding = true;
    setTimeout(exit, withinMs);
    runStages(stops.onCrash, log, { withinMs }).then(exit, exit);
  });
}

/** Ends this process with the one that started it and restarts it: nobody would restart or stop it any more. */
export function endWithParent(log: Logger): void {
  process.once('disconnect', () => {
    log.fatal('"npm start" was killed: the server ends. The next start takes over its child processes');
    process.exit(crashed);
  });
}
