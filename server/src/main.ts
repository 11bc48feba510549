import { createServer } from 'node:net';
import { type App, createApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { ticks } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { Unstartable } from './platform/errors.ts';
import { createLog, type Logger } from './platform/log.ts';
import { endOnUncaughtError, endWithParent } from './startup/crash.ts';
import { holdDataFolder, prepareDataFolder, refuseHalfRestored } from './startup/data-folder.ts';
import { type StartedDatabase, startDatabase } from './startup/database.ts';
import { type StartedEngine, startEngine } from './startup/engine.ts';
import { startFiles } from './startup/files.ts';
import { nodeIdIn } from './startup/node-id.ts';
import { joinNodes } from './startup/nodes.ts';
import { recorderOf } from './startup/recorder.ts';
import { openKeyring } from './startup/secret-key.ts';
import { startSocket } from './startup/socket.ts';
import { Interrupted, type StopStep, Stops } from './startup/stopping.ts';
import { firstAccountText, nodeReadyText, readyText } from './startup/welcome.ts';
import { makeFirstAccount } from './users/first-start.ts';

const complain = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

/** Says that the port is taken before anything else is started for nothing. */
function checkPort({ HOST: host, PORT: port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`;
      reject(
        new Unstartable(`Port ${port} on ${host} ${why}. Stop that program, or choose another port in PORT.`),
      );
    });
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

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

const stopOfDatabase = ({ stop }: StartedDatabase): StopStep => ({
  name: 'database',
  withinMs: Number.POSITIVE_INFINITY,
  stop,
  advice:
    'What was committed is safe. If PostgreSQL still runs, check the disk and end it ("kill -9") before the next start.',
});

const stopOfMedia = ({ stop }: StartedEngine): StopStep => ({
  name: 'media server',
  withinMs: Number.POSITIVE_INFINITY,
  stop,
  advice: 'If livekit-server still runs, end it ("kill -9") before the next start.',
});

const stopOfNode = (leave: () => Promise<void>): StopStep => ({
  name: 'membership of this node',
  withinMs: 500,
  stop: leave,
  advice:
    'Other nodes count this one as running for 15 s; if the database hangs, check its machine and disk.',
});

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
  await checkPort(config);
  stops.goOn();
  const keyring = openKeyring(config);
  const files = await startFiles(config, { keyring, log });
  const [database, media] = await Promise.allSettled([startDatabase(config, log), startEngine(config, log)]);
  stops.add([
    ...(database.status === 'fulfilled' ? [stopOfDatabase(database.value)] : []),
    ...(media.status === 'fulfilled' ? [stopOfMedia(media.value)] : []),
  ]);
  if (database.status === 'rejected') throw database.reason;
  if (media.status === 'rejected') throw media.reason;
  stops.goOn();
  const recorder = recorderOf(config, media.value.engine);
  const node = { db: database.value.db, config, id: nodeIdIn(config.LECTERN_DATA_DIR), recorder, log };
  stops.add([stopOfNode(await joinNodes(node))]);
  const app = await createApp({
    config,
    log,
    database: database.value,
    engine: media.value.engine,
    socket: await startSocket(config, { log, keyring, db: database.value.db }),
    files,
    recorder,
    keyring,
    engineEndsWithUs: media.value.isOurs,
  });
  stops.add(...app.stopStages);
  running.app = app;
  stops.goOn();
  const servesPeople = config.LECTERN_ROLES.includes('api');
  if (servesPeople) await showFirstAccount(database.value.db, config);
  await app.http.listen({ port: config.PORT, host: config.HOST });
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
    isStopping: () => stops.isWished,
  });
  endWithParent(log);
  const starting = start(config, log, { stops, running });
  stopOnSignals({ stops, log, starting });
  try {
    await starting;
  } catch (error) {
    if (error instanceof Interrupted) return;
    const unforeseen = `Lectern could not start: ${String((error as Error)?.stack ?? error)}`;
    complain(error instanceof Unstartable ? error.message : unforeseen);
    await stops.run(log);
    process.exit(1);
  }
}

interface Running {
  stops: Stops;
  log: Logger;
  starting: Promise<void>;
}

/** npm passes a Ctrl-C on that the terminal has sent us already: so soon after the first it is the same wish. */
const sameWishMs = 2000;

/** SIGTERM and SIGINT end everything we started, in the middle of a start too; a second wish ends us at once. */
function stopOnSignals({ stops, log, starting }: Running): void {
  let wishedAt = 0;
  const stop = async (signal: string) => {
    if (stops.isWished) {
      if (ticks() - wishedAt > sameWishMs) process.exit(130);
      return;
    }
    wishedAt = ticks();
    stops.isWished = true;
    log.info({ signal }, 'stopping');
    await starting.catch(() => undefined);
    await stops.run(log);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

await main();
