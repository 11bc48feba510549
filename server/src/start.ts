import { setTimeout as pause } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { interruptAllCalls } from './calls/interrupt.ts';
import type { Config } from './config.ts';
import type { SocketEngine } from './engines/socket/socket.ts';
import { SpeechCheck, type SpeechEngine, type VoiceCutter } from './engines/speech/speech.ts';
import { seconds } from './platform/clock.ts';
import { refuseNewerTables } from './platform/db/migrate.ts';
import type { Logger } from './platform/logging/log.ts';
import { checkBigBlueButtonSpace } from './startup/bbb-space.ts';
import { holdDataFolder, prepareDataFolder, refuseHalfRestored } from './startup/data-folder.ts';
import { migrateDatabase, type StartedDatabase, startDatabase } from './startup/database.ts';
import { type StartedEngine, startEngine } from './startup/engine.ts';
import { startFiles } from './startup/files.ts';
import { showFirstAccount } from './startup/first-account.ts';
import { startJobs } from './startup/jobs.ts';
import { nodeIdIn } from './startup/nodes/node-id.ts';
import { askMs, joinNodes, type Membership } from './startup/nodes/nodes.ts';
import { type HeldPort, holdPort } from './startup/port.ts';
import { diskSpaceOf, recorderOf } from './startup/recorder.ts';
import { checkSecretKey, keepSecretKey, openKeyring } from './startup/secret-key.ts';
import { checkSocket, startSocket } from './startup/socket.ts';
import { speechEngineOf, voiceCutterOf } from './startup/speech.ts';
import type { StopStep, Stops } from './startup/stopping/stopping.ts';
import { tryServices } from './startup/try-services.ts';
import { nodeReadyText, readyText } from './startup/welcome.ts';
import { readSite } from './system/pages.ts';

export interface Starting {
  config: Config;
  log: Logger;
  /** Collects how to stop what was started, also if the start fails half-way. */
  stops: Stops;
  /** Prints a text for the person who starts the server. */
  print: (text: string) => unknown;
  /** Whether `print` writes to a terminal; elsewhere it must not print credentials. */
  isTerminal?: boolean;
  /** Starts the media server; tests pass a fake one. */
  startMedia?: typeof startEngine;
  /** Replaces the speech engine of the settings in tests. */
  speech?: SpeechEngine;
  /** Replaces the program that cuts voices. */
  cutter?: VoiceCutter;
  /** Called when an operator drained this node and its work is done. */
  onDrained?: () => void;
}

/**
 * Starts a server. Signals, exit codes and uncaught errors are the business of `main.ts`.
 *
 * @example const stops = new Stops(); await start({ config, log, stops, print }); await stops.run(log);
 */
export async function start(starting: Starting): Promise<void> {
  const { config, log, stops, print } = starting;
  const port = await holdFolderAndPort(starting);
  const servesPeople = config.LECTERN_ROLES.includes('api');
  const site = servesPeople ? readSite(config.root) : undefined;
  const keyring = openKeyring(config);
  const files = await startFiles(config, { keyring, log });
  const { database, media } = await startDatabaseAndMedia(starting);
  const { db } = database;
  const { engine } = media;
  const recorder = recorderOf(config, engine);
  const space = diskSpaceOf(config, recorder);
  const speech = starting.speech ?? speechEngineOf(config);
  const speechCheck = speech && new SpeechCheck(speech);
  // Every check that can refuse the start comes before the migration.
  await refuseNewerTables(database.pool);
  await checkSecretKey({ db, keyring, config });
  await checkSocket(config);
  let socket: SocketEngine | undefined;
  const node = await joinNodes({
    db,
    config,
    id: nodeIdIn(config.LECTERN_DATA_DIR),
    ...{ recorder, space, speech: speechCheck },
    redisRun: () => (socket ? socket.serverId() : checkSocket(config)),
    interrupted: stops.requested,
    onDrained: () => starting.onDrained?.(),
    log,
  });
  stops.add([stopOfNode(node)]);
  stops.throwIfRequested();
  await migrateDatabase(database, log);
  await node.migrated();
  await keepSecretKey({ db, keyring, config });
  // An installation that starts for the first time has no table of groups before.
  await checkBigBlueButtonSpace({ db, config });
  socket = await startSocket(config, { log, keyring, db });
  const cutter = starting.cutter ?? voiceCutterOf(config);
  const app = await createApp({
    ...{ config, log, database, engine, socket, files, recorder, space, keyring, site },
    ...{ speech, speechCheck, cutter },
  });
  const jobs: Jobs = { stop: async () => undefined };
  addStopsOfApp(stops, { app, config, log, socket, jobs, media, node });
  stops.throwIfRequested();
  // Late: a start that fails earlier creates no account, and the next one shows the password.
  if (servesPeople) await showFirstAccount({ config, db, print, isTerminal: starting.isTerminal ?? false });
  await port.handOver(app.http);
  jobs.stop = startJobs(app.parts.jobs);
  log.info({ url: config.LECTERN_URL.origin }, 'ready');
  print(servesPeople ? readyText(config.LECTERN_URL) : nodeReadyText(config));
  void tryServices(config, app.parts);
}

async function holdFolderAndPort({ config, stops }: Starting): Promise<HeldPort> {
  prepareDataFolder(config.LECTERN_DATA_DIR);
  const release = await holdDataFolder(config.LECTERN_DATA_DIR, 'server');
  stops.add([{ name: 'data folder', withinMs: 500, stop: release, advice: 'The next start takes it over.' }]);
  refuseHalfRestored(config.LECTERN_DATA_DIR);
  const port = await holdPort(config);
  stops.add([
    { name: 'port', withinMs: 500, stop: port.free, advice: 'It is free once the process has ended.' },
  ]);
  stops.throwIfRequested();
  return port;
}

/** Starts both concurrently. If one fails, the other is stopped like everything else. */
async function startDatabaseAndMedia({ config, log, stops, startMedia = startEngine }: Starting) {
  const steps: StopStep[] = [];
  stops.add(steps);
  const [database, media] = await Promise.allSettled([
    startDatabase(config, log, stops.requested).then((started) => {
      steps.push(stopOfDatabase(started));
      return started;
    }),
    startMedia(config, log, stops.requested).then((started) => {
      steps.push(stopOfMedia(started));
      return started;
    }),
  ]);
  if (database.status === 'rejected') throw database.reason;
  if (media.status === 'rejected') throw media.reason;
  stops.throwIfRequested();
  return { database: database.value, media: media.value };
}

/** Reserved time: if database and Redis hang together, the engines would be left running otherwise. */
const reservedForEnginesMs = 2_000;

const stopOfDatabase = ({ stop }: StartedDatabase): StopStep => ({
  name: 'database',
  withinMs: Number.POSITIVE_INFINITY,
  reservedMs: reservedForEnginesMs,
  stop,
  advice:
    'What was committed is safe. If PostgreSQL still runs, check the disk and end it ("kill -9") before the next start.',
});

const stopOfMedia = ({ stop }: StartedEngine): StopStep => ({
  name: 'media server',
  withinMs: Number.POSITIVE_INFINITY,
  reservedMs: reservedForEnginesMs,
  stop,
  advice: 'If livekit-server still runs, end it ("kill -9") before the next start.',
});

const stopOfNode = (node: Pick<Membership, 'leave'>): StopStep => ({
  name: 'membership of this node',
  withinMs: 500,
  stop: () => node.leave(),
  advice:
    'Other nodes count this one as running for 15 s; if the database hangs, check its machine and disk.',
});

interface Jobs {
  stop: () => Promise<void>;
}

interface RunningApp {
  app: App;
  config: Config;
  log: Logger;
  socket: SocketEngine;
  jobs: Jobs;
  media: Pick<StartedEngine, 'isOurs'>;
  node: Pick<Membership, 'hasOthers'>;
}

/** The port closes after load balancers with other nodes have noticed that this one is not ready. */
function stopOfListening({ app, config, log, node }: RunningApp): StopStep {
  const mayHaveOthers = config.DATABASE_URL !== undefined && config.LECTERN_ROLES.includes('api');
  const waitMs = mayHaveOthers ? seconds(config.LECTERN_DRAIN_SECONDS) : 0;
  return {
    name: 'listening',
    withinMs: waitMs + 2 * askMs,
    isWait: true,
    stop: async (_withinMs, cut) => {
      if (waitMs > 0 && (await node.hasOthers())) {
        log.info({ waitMs }, 'stopping: requests are answered until load balancers have noticed');
        await pause(waitMs, undefined, { signal: cut }).catch(() => undefined);
      }
      app.draining.close();
    },
    advice: 'Load balancers may have sent requests to this node until it ended.',
  };
}

/** The stop steps of the app for a shutdown, and those that also run after an uncaught error. */
function addStopsOfApp(stops: Stops, running: RunningApp): void {
  const { http, upgrades, draining, parts } = running.app;
  const unready: StopStep = {
    name: 'readiness',
    withinMs: 250,
    stop: () => {
      parts.health.readiness.off();
      draining.begin();
    },
    advice: 'Health checks may report this node as ready until it has ended.',
  };
  // After the sockets, so that nobody returns before the media server stops. An external one keeps its calls.
  const calls: StopStep = {
    name: 'calls',
    withinMs: 2_500,
    stop: () => running.media.isOurs && interruptAllCalls(parts.calls),
    advice: 'The next start finds out who left. Check the database.',
  };
  // Before the HTTP server, which waits for open sockets.
  const sockets: StopStep = {
    name: 'sockets',
    withinMs: 1_500,
    stop: async () => {
      await running.socket.stop();
      // Signalling: LiveKit's clients reconnect at once, too.
      upgrades.close();
    },
    advice: 'Clients reconnect by themselves. If REDIS_URL is set, check Redis.',
  };
  const requests: StopStep = {
    name: 'requests in progress',
    // Responses such as downloads.
    withinMs: 10_000,
    isWait: true,
    stop: (_withinMs, cut) => draining.waitForResponses(cut),
    advice: 'They were cut. Downloads continue where they stopped when their clients ask again.',
  };
  const server: StopStep = {
    name: 'HTTP server',
    withinMs: 500,
    stop: () => http.close(),
    advice: 'Connections that were left end with the process.',
  };
  const work: StopStep = {
    name: 'background work',
    withinMs: 2_000,
    stop: async () => {
      parts.gestures.limits.stop();
      parts.gestures.feedback.stop();
      parts.gestures.reactions.stop();
      await parts.watching.stop();
      await running.jobs.stop();
    },
    advice: 'Another node or the next start continues it. Check the database and the media server.',
  };
  const mail: StopStep = {
    name: 'mail',
    withinMs: 1_000,
    stop: () => parts.mailer?.stop(),
    advice: 'Emails in progress may be lost. Check the mail server of SMTP_URL.',
  };
  const listening = stopOfListening(running);
  stops.add([unready], [listening], [sockets], [calls, requests], [server], [work, mail]);
  stops.onCrash = [[unready], [sockets], [server]];
}
