import type { Logger } from '../../platform/logging/log.ts';
import { runStages, type Stops } from './stopping.ts';

/**
 * The exit code after an uncaught error, on which `npm start`, systemd and Docker restart the server. The first two do
 * not after 1, a refused start.
 */
const crashed = 70;
const withinMs = 3_000;

/**
 * Logs an uncaught error and exits within seconds, after the stages of `onCrash`. A shutdown in progress exits by
 * itself.
 */
export function endOnUncaughtError(stops: Stops, log: Logger): void {
  let isEnding = false;
  const exit = () => {
    if (!stops.isStopRequested) process.exit(crashed);
  };
  // Also called for unhandled rejections.
  process.on('uncaughtException', (error, origin) => {
    log.fatal(
      { err: error, origin },
      'uncaught error: the server ends, and its supervisor (npm start, systemd, Docker) starts it again. Calls, recordings and the database continue. Please report this error',
    );
    if (isEnding || stops.isStopRequested) return;
    isEnding = true;
    setTimeout(exit, withinMs);
    runStages(stops.onCrash, log, { withinMs }).then(exit, exit);
  });
}

/** Exits with the parent process that restarts this one: otherwise nothing could restart or stop it. */
export function endWithParent(log: Logger): void {
  process.once('disconnect', () => {
    log.fatal('"npm start" was killed: the server exits. The next start takes over its child processes');
    process.exit(crashed);
  });
}
