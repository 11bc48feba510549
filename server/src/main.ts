import { setFlagsFromString } from 'node:v8';
import { loadConfig } from './config.ts';
import { ticks } from './platform/clock.ts';
import { Unstartable } from './platform/errors.ts';
import { createLog, type Logger } from './platform/logging/log.ts';
import { terminalLog } from './platform/logging/terminal.ts';
import { start } from './start.ts';
import { logConfinement } from './startup/confinement.ts';
import { endOnUncaughtError, endWithParent } from './startup/stopping/crash.ts';
import { Stops } from './startup/stopping/stopping.ts';

// V8 would let garbage grow to three times what is in use before it collects it (docs/decisions/0065).
setFlagsFromString('--heap-growing-percent=50');

const complain = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

/** The process of a server: settings, signals, exit codes and uncaught errors. */
async function main(): Promise<void> {
  const loaded = loadConfig();
  if ('faults' in loaded) {
    complain(
      `Lectern cannot start, some settings are wrong:\n${loaded.faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    process.exitCode = 1;
    return;
  }
  const { config } = loaded;
  const terminal = process.stdout.isTTY ? terminalLog(process.stdout) : undefined;
  const log = createLog(config.LECTERN_LOG_LEVEL.all, terminal);
  for (const warning of loaded.warnings) log.warn(warning);
  const stops = new Stops();
  endOnUncaughtError(stops, log);
  endWithParent(log);
  const print = (text: string) => process.stdout.write(text);
  // The node ends as after a signal from outside, whose handler is set below.
  const onDrained = () => process.kill(process.pid, 'SIGTERM');
  const starting = start({ config, log, stops, print, onDrained, isTerminal: process.stdout.isTTY });
  const end = endOnce();
  stopOnSignals({ stops, log, end: () => end(0, stops.runAfter(starting, log)) });
  try {
    await starting;
    await logConfinement(config, log);
  } catch (error) {
    // The signal handler stops what was started.
    if (stops.isStopRequested) return;
    const unforeseen = `Lectern could not start: ${String((error as Error)?.stack ?? error)}`;
    complain(error instanceof Unstartable ? error.message : unforeseen);
    await end(1, stops.run(log));
  }
}

/** Exits once, after the stops. A failed start and a signal may both call this; the first exit code counts. */
function endOnce() {
  let ending: Promise<never> | undefined;
  return (exitCode: number, stopped: Promise<void>): Promise<never> => {
    ending ??= stopped.then(() => process.exit(exitCode));
    return ending;
  };
}

interface Signals {
  stops: Stops;
  log: Logger;
  end: () => Promise<never>;
}

/** npm forwards a Ctrl-C that the terminal has sent to us as well: a second signal this soon is the same one. */
const sameSignalMs = 2000;

/**
 * SIGTERM and SIGINT stop everything that we started, also during a start. A second signal ends a wait for clients,
 * or else the process.
 */
function stopOnSignals({ stops, log, end }: Signals): void {
  let requestedAt = 0;
  const stop = async (signal: string) => {
    if (stops.isStopRequested) {
      if (ticks() - requestedAt <= sameSignalMs) return;
      if (!stops.cutWait()) process.exit(130);
      requestedAt = ticks();
      log.info({ signal }, 'stopping at once: requests in progress are cut');
      return;
    }
    requestedAt = ticks();
    stops.requestStop();
    log.info({ signal }, 'stopping');
    await end();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

await main();
