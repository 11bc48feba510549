import { type App, createApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import type { SocketEngine } from './engines/socket/socket.ts';
import { ticks } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { refuseNewerTables } from './platform/db/migrate.ts';
import { Unstartable } from './platform/errors.ts';
import { createLog, type Logger } from './platform/log.ts';
import { holdDataFolder, prepareDataFolder, refuseHalfRestored } from './startup/data-folder.ts';
import { migrateDatabase, startDatabase } from './startup/database.ts';
import { startEngine } from './startup/engine.ts';
import { startFiles } from './startup/files.ts';
import { nodeIdIn } from './startup/nodes/node-id.ts';
import { joinNodes } from './startup/nodes/nodes.ts';
import { holdPort } from './startup/port.ts';
import { recorderOf } from './startup/recorder.ts';
import { checkSecretKey, keepSecretKey, openKeyring } from './startup/secret-key.ts';
import { checkSocket, startSocket } from './startup/socket.ts';
import { endOnUncaughtError, endWithParent } from './startup/stopping/crash.ts';
import { stopOfDatabase, stopOfMedia, stopOfNode } from './startup/stopping/stages.ts';
import { type StopStep, Stops } from './startup/stopping/stopping.ts';
import { firstAccountText, nodeReadyText, readyText } from './startup/welcome.ts';
import { readSite } from './system/site.ts';
import { makeFirstAccount } from './users/first-start.ts';

const complain = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

/** Late: a start that failed earlier made no account, and the next one shows the password. */
async function showFirstAccount(db: Db, config: Config): Promise<void> {
  const first = await makeFirstAccount(db, {
    email: config.LECTERN_OWNER_EMAIL,
    password: config.LECTERN_OWNER_PASSWORD,
    clientId: config.LECTERN_CLIENT_ID,
    clientSecret: config.LECTERN_CLIENT_SECRET,
    plan: config.LECTERN_DEFAULT_PLAN,
  });
  if (first) process.stdout.write(firstAccountText(config.LECTERN_URL, first));
}

interface Starting {
  stops: Stops;
  /** The app, once the start has come that far: a crash has to reach it. */
  running: { app?: App };
}

async function start(config: Config, log: Logger, { stops, running }: Starting): Promise<void> {
  prepareDataFolder(config.LECTERN_DATA_DIR);
  const letGo = await holdDataFolder(config.LECTERN_DATA_DIR, 'server');
  stops.add([{ name: 'data folder', withinMs: 500, stop: letGo, advice: 'The next start takes it over.' }]);
  refuseHalfRestored(config.LECTERN_DATA_DIR);
  const port = await holdPort(config);
  stops.add([
    { name: 'port', withinMs: 500, stop: port.free, advice: 'It is free once the process has ended.' },
  ]);
  stops.goOn();
  const servesPeople = config.LECTERN_ROLES.includes('api');
  const site = servesPeople ? readSite(config.root) : undefined;
  const keyring = openKeyring(config);
  const files = await startFiles(config, { keyring, log });
  const engines: StopStep[] = [];
  stops.add(engines);
  const [database, media] = await Promise.allSettled([
    startDatabase(config, log, stops.requested).then((started) => {
      engines.push(stopOfDatabase(started));
      return started;
    }),
    startEngine(config, log, stops.requested).then((started) => {
      engines.push(stopOfMedia(started));
      return started;
    }),
  ]);
  if (database.status === 'rejected') throw database.reason;
  if (media.status === 'rejected') throw media.reason;
  stops.goOn();
  const recorder = recorderOf(config, media.value.engine);
  // Every check that can refuse the start comes before the migration.
  await refuseNewerTables(database.value.pool);
  const { db } = database.value;
  await checkSecretKey({ db, keyring, config });
  await checkSocket(config);
  let socket: SocketEngine | undefined;
  const node = await joinNodes({
    db,
    config,
    id: nodeIdIn(config.LECTERN_DATA_DIR),
    recorder,
    redisRun: () => (socket ? socket.serverId() : checkSocket(config)),
    interrupted: stops.requested,
    log,
  });
  stops.add([stopOfNode(node)]);
  stops.goOn();
  await migrateDatabase(database.value, log);
  await node.migrated();
  await keepSecretKey({ db, keyring, config });
  socket = await startSocket(config, { log, keyring, db });
  const app = await createApp({
    config,
    log,
    database: database.value,
    engine: media.value.engine,
    socket,
    files,
    recorder,
    keyring,
    site,
    engineEndsWithUs: media.value.isOurs,
    hasOthers: () => node.hasOthers(),
  });
  stops.add(...app.stopStages);
  running.app = app;
  stops.goOn();
  if (servesPeople) await showFirstAccount(db, config);
  await port.handOver(app.http);
  app.start();
  log.info({ url: config.LECTERN_URL.origin }, 'ready');
  process.stdout.write(servesPeople ? readyText(config.LECTERN_URL) : nodeReadyText(config));
}

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
  const log = createLog(config.LECTERN_LOG_LEVEL);
  const stops = new Stops();
  const running: Starting['running'] = {};
  endOnUncaughtError({
    log,
    stages: () => running.app?.crashStages ?? [],
    isStopping: () => stops.isStopRequested,
  });
  endWithParent(log);
  const starting = start(config, log, { stops, running });
  const end = endOnce();
  stopOnSignals({ stops, log, end: () => end(0, stops.runAfter(starting, log)) });
  try {
    await starting;
  } catch (error) {
    // The signal's handler stops what was started.
    if (stops.isStopRequested) return;
    const unforeseen = `Lectern could not start: ${String((error as Error)?.stack ?? error)}`;
    complain(error instanceof Unstartable ? error.message : unforeseen);
    await end(1, stops.run(log));
  }
}

/** Ends the process once, after the stops: a failed start and a signal may both ask for it, and the first one's code counts. */
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

/** npm passes on a Ctrl-C that the terminal has sent us already: a second signal so soon after the first is the same one. */
const sameSignalMs = 2000;

/**
 * SIGTERM and SIGINT stop everything that we started, also during a start; a second signal ends a wait for clients, else
 * the process.
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
