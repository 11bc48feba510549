import type { FastifyInstance } from 'fastify';
import { accessLinkEndpoints } from './access-links/routes.ts';
import { analyticsEndpoints } from './analytics/routes.ts';
import { createAuthenticate, createAuthenticateCookie, createNotify } from './auth/auth.ts';
import { type AuthParts, authEndpoints } from './auth/routes.ts';
import { registerTokenEndpoint } from './auth/tokens/endpoint.ts';
import { callEndpoints, registerEngineIntake } from './calls/calls.ts';
import { applicationOf, chatEndpoints, chatListeners, chatSource } from './chat/chat.ts';
import type { Config } from './config.ts';
import { FilesAway } from './engines/files/files.ts';
import { MediaEngineAway } from './engines/media/media.ts';
import { gestureEndpoints } from './gestures/gestures.ts';
import { pageErrorEndpoints } from './page-errors/routes.ts';
import { mayBePresent, refuseShutOut } from './participants/participants.ts';
import { participantEndpoints } from './participants/routes.ts';
import { personEndpoints } from './people/routes.ts';
import { Refusal } from './platform/errors.ts';
import type { Pipeline } from './platform/http/admit.ts';
import { Browsers } from './platform/http/cookies.ts';
import { Draining } from './platform/http/draining.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import { addressReader } from './platform/http/networks.ts';
import { registerEndpoints } from './platform/http/register.ts';
import { createHttpServer } from './platform/http/server.ts';
import { Upgrades } from './platform/http/upgrades.ts';
import { countActiveRecords, readableFiles, recordEndpoints, recordListeners } from './records/records.ts';
import { deleteRolesIn, deleteRoomsOf, unseenPlace } from './rooms/rooms.ts';
import { roomEndpoints } from './rooms/routes.ts';
import { spaceEndpoints } from './spaces/routes.ts';
import { holdUsableInvite, redeemInvite } from './spaces/spaces.ts';
import { linkListenersOf, ownLinksOf, roomListenersOf } from './startup/listeners.ts';
import { stagesOf } from './startup/stopping/stages.ts';
import type { StopStep } from './startup/stopping/stopping.ts';
import { type AppParts, type Wiring, wire } from './startup/wiring.ts';
import { startWork } from './startup/work.ts';
import { registerDocs } from './system/docs/routes.ts';
import { createMetrics } from './system/metrics.ts';
import { registerPages } from './system/pages.ts';
import { Readiness } from './system/readiness.ts';
import { registerHealth } from './system/routes.ts';
import {
  registerSignalling,
  type SignallingParts,
  usualSignallingLimits,
} from './system/signalling/signalling.ts';
import type { Site } from './system/site.ts';
import { userEndpoints } from './users/routes.ts';
import { webhookEndpoints } from './webhooks/routes.ts';
import { endWebhookOf } from './webhooks/webhooks.ts';

export interface App {
  http: FastifyInstance;
  /** Begins the work that no request asks for: reconciling with the engine, delivering webhooks. */
  start(): void;
  /** An ordinary shutdown, stage by stage. */
  stopStages: StopStep[][];
  /** The stages after an uncaught error: they close sockets so that clients reconnect. */
  crashStages: StopStep[][];
}

function authPartsOf({ config, log, database, keyring }: AppParts, { attempts, mailer }: Wiring): AuthParts {
  return {
    db: database.db,
    log,
    keyring,
    attempts,
    registration: config.LECTERN_REGISTRATION,
    defaultPlan: config.LECTERN_DEFAULT_PLAN,
    supportAddress: config.LECTERN_SUPPORT_ADDRESS,
    sendsMail: mailer !== undefined,
    notify: createNotify(mailer, config.LECTERN_URL),
    holdUsableInvite,
    redeemInvite,
  };
}

/** LECTERN_URL without a path, since signalling is proxied at the root. */
const signalingUrlOf = ({ LECTERN_MEDIA_URL: direct, LECTERN_URL: own }: Config): URL =>
  direct ?? new URL(own.origin);

/** The one list of features. */
function endpointsOf(parts: AppParts, wiring: Wiring): Endpoint[] {
  const { calls, chat, records, reactions } = wiring;
  const { config, log, database, engine, keyring, socket } = parts;
  const webUrl = config.LECTERN_URL;
  const inChat = chatListeners(chat);
  const linkListeners = linkListenersOf(parts, inChat);
  const links = ownLinksOf(linkListeners);
  const ofOthers = { chat: inChat, records: recordListeners(records), links };
  const roomListeners = roomListenersOf(parts, calls, ofOthers);
  return [
    ...authEndpoints(authPartsOf(parts, wiring)),
    ...userEndpoints({ keyring, defaultPlan: config.LECTERN_DEFAULT_PLAN, unseenPlace }),
    ...spaceEndpoints({
      webUrl,
      onSpaceDeleting: async (trx, space) => {
        await deleteRoomsOf(trx, space.id, roomListeners);
        await endWebhookOf(trx, space.id);
      },
      onMemberLeaving: deleteRolesIn,
      onRoleChanged: roomListeners.onRoleChanged,
      links,
    }),
    ...roomEndpoints(roomListeners),
    ...accessLinkEndpoints({ pool: database.pool, keyring, webUrl, ...linkListeners }),
    ...participantEndpoints({ engine, log, keyring, signalingUrl: signalingUrlOf(config), ...inChat }),
    ...personEndpoints({ socket, ...linkListeners }),
    ...callEndpoints(calls),
    ...recordEndpoints(records),
    ...analyticsEndpoints(),
    ...webhookEndpoints({
      keyring,
      allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS,
      attempts: wiring.attempts,
    }),
    ...chatEndpoints(chat),
    ...gestureEndpoints({ socket, reactions, limits: wiring.limits }),
    ...pageErrorEndpoints({
      log,
      limits: wiring.limits,
      isLimited: config.LECTERN_RATE_LIMIT_PER_MINUTE !== 0,
      count: wiring.countPageError,
    }),
  ];
}

function pipelineOf({ config, database: { db }, keyring }: AppParts, { limits }: Wiring): Pipeline {
  const { LECTERN_URL: publicUrl, LECTERN_ALLOWED_ORIGINS: allowedOrigins } = config;
  return {
    db,
    authenticate: createAuthenticate({ db, keyring, applicationOf }),
    authenticateCookie: createAuthenticateCookie(db),
    refuseShutOut,
    browsers: new Browsers({ publicUrl, allowedOrigins }),
    limitPerMinute: config.LECTERN_RATE_LIMIT_PER_MINUTE,
    limits,
  };
}

function refusalOfEngine(error: unknown): Refusal | undefined {
  if (error instanceof MediaEngineAway) return new Refusal('engine_away', { retryAfter: 2 });
  return error instanceof FilesAway ? new Refusal('storage_away', { retryAfter: 10 }) : undefined;
}

function signallingPartsOf(parts: AppParts, { limits: rates }: Wiring): SignallingParts {
  const { config, log, engine, database } = parts;
  const isLimited = config.LECTERN_RATE_LIMIT_PER_MINUTE !== 0;
  return {
    engine,
    log,
    rates,
    limits: { ...usualSignallingLimits, ...(!isLimited && { attempts: 0, attemptsByAddress: 0 }) },
    addressOf: addressReader(config.LECTERN_TRUSTED_PROXIES),
    mayConnect: (participantId) => mayBePresent(database.db, participantId),
  };
}

interface Servers {
  http: FastifyInstance;
  upgrades: Upgrades;
}

/** The servers that our pages connect to. */
const serversOf = ({ LECTERN_URL, CENTRIFUGO_URL, LECTERN_MEDIA_URL }: Config): URL[] =>
  [LECTERN_URL, CENTRIFUGO_URL, LECTERN_MEDIA_URL].filter((url) => url !== undefined);

/** Registers the routes of everything that a request can ask for. */
async function registerRoutes(
  { http, upgrades }: Servers,
  parts: AppParts & { site: Site },
  wiring: Wiring,
): Promise<void> {
  const { site, config, database, socket, keyring, files } = parts;
  const { db } = database;
  const { attempts, limits } = wiring;
  const limitPerMinute = config.LECTERN_RATE_LIMIT_PER_MINUTE;
  registerTokenEndpoint(http, { db, keyring, attempts, limits, limitPerMinute });
  registerEndpoints(http, endpointsOf(parts, wiring), pipelineOf(parts, wiring));
  registerDocs(http, site.docs);
  await registerEngineIntake(http, wiring.calls);
  registerSignalling(http, upgrades, signallingPartsOf(parts, wiring));
  files.register(http, { findReadable: (keys) => readableFiles(db, keys) });
  socket.attach(upgrades);
  await registerPages(http, {
    web: site.web,
    allowedOrigins: config.LECTERN_ALLOWED_ORIGINS,
    sources: { storage: files.store.origins, servers: serversOf(config) },
  });
}

/** The servers whose state health checks and metrics name. */
function dependencyChecks({ config, database: { pool }, engine, socket }: AppParts) {
  const joint = config.CENTRIFUGO_URL ? 'centrifugo' : config.REDIS_URL && 'redis';
  return {
    database: async () => void (await pool.query('SELECT 1')),
    media: async () => {
      if (!(await engine.health())) throw new Error('the media server does not respond');
    },
    ...(joint && { [joint]: async () => void (await socket.serverId()) }),
  };
}

/** Puts the program together: every feature by name, and how each is informed about the others. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, log, database, socket, site } = parts;
  const { db } = database;
  const readiness = new Readiness(log, dependencyChecks(parts));
  const metrics = createMetrics({
    connections: () => socket.connections(),
    recordings: () => countActiveRecords(db),
    dependencies: () => readiness.dependencies(),
  });
  const wiring = wire(parts, metrics);
  const upgrades = new Upgrades(log);
  const http = createHttpServer({
    config,
    log,
    upgrades,
    onRequestDone: metrics.observeRequest,
    translate: (error) => refusalOfEngine(error) ?? parts.files.refusalOf(error),
  });
  const draining = new Draining(http);
  registerHealth(http, {
    registry: metrics.registry,
    readiness,
    metricsToken: config.LECTERN_METRICS_TOKEN,
  });
  await socket.start(chatSource(db));
  if (site) await registerRoutes({ http, upgrades }, { ...parts, site }, wiring);

  let stopWork: (() => Promise<void>) | undefined;
  return {
    http,
    start: () => {
      stopWork = startWork(parts, wiring);
    },
    ...stagesOf({
      app: parts,
      wiring,
      http,
      upgrades,
      draining,
      readiness,
      stopWork: async () => stopWork?.(),
    }),
  };
}
