import type { FastifyInstance } from 'fastify';
import { accessLinkEndpoints } from './access-links/routes.ts';
import { analyticsEndpoints } from './analytics/routes.ts';
import {
  AttemptLimits,
  createAuthenticate,
  createAuthenticateCookie,
  createNotify,
  deleteEndedTokens,
  deleteOldAttempts,
  deleteOldResets,
} from './auth/auth.ts';
import { type AuthParts, authEndpoints } from './auth/routes.ts';
import { registerTokenEndpoint } from './auth/token-endpoint.ts';
import {
  type CallParts,
  callEndpoints,
  finishAllCalls,
  registerEngineIntake,
  startReconciling,
} from './calls/calls.ts';
import {
  applicationOf,
  type ChatParts,
  chatEndpoints,
  chatListeners,
  chatSource,
  startSweeping,
} from './chat/chat.ts';
import type { Config } from './config.ts';
import { type MediaEngine, MediaEngineAway } from './engines/media/media.ts';
import type { SocketEngine } from './engines/socket/socket.ts';
import { FlyingReactions, gestureEndpoints } from './gestures/gestures.ts';
import { mayBePresent, refuseShutOut } from './participants/participants.ts';
import { participantEndpoints } from './participants/routes.ts';
import { personEndpoints } from './people/routes.ts';
import { now } from './platform/clock.ts';
import type { Keyring } from './platform/crypto.ts';
import type { Database } from './platform/db/db.ts';
import { Refusal } from './platform/errors.ts';
import type { Pipeline } from './platform/http/admit.ts';
import { Browsers } from './platform/http/cookies.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import { registerEndpoints } from './platform/http/register.ts';
import { createHttpServer } from './platform/http/server.ts';
import { forgetOldKeys } from './platform/idempotency/store.ts';
import type { Logger } from './platform/log.ts';
import { createMailer, type Mailer } from './platform/mail.ts';
import { deleteRolesIn, deleteRoomsOf, unseenPlace } from './rooms/rooms.ts';
import { roomEndpoints } from './rooms/routes.ts';
import { spaceEndpoints } from './spaces/routes.ts';
import { holdUsableInvite, redeemInvite } from './spaces/spaces.ts';
import { callListenersOf, linkListenersOf, roomListenersOf } from './startup/listeners.ts';
import { nodeIdIn } from './startup/node-id.ts';
import { startHousekeeping } from './system/housekeeping.ts';
import { createMetrics, type Metrics } from './system/metrics.ts';
import { registerPages } from './system/pages.ts';
import { registerSystem } from './system/routes.ts';
import { registerSignalling } from './system/signalling.ts';
import { userEndpoints } from './users/routes.ts';
import { webhookEndpoints } from './webhooks/routes.ts';
import { deleteOldDeliveries, forgetPreviousSecrets, startDelivering } from './webhooks/webhooks.ts';

export interface AppParts {
  config: Config;
  log: Logger;
  database: Database;
  engine: MediaEngine;
  socket: SocketEngine;
  keyring: Keyring;
  /** Does the media engine end with us, and every call with it? */
  engineEndsWithUs: boolean;
}

export interface App {
  http: FastifyInstance;
  /** Begins the work that no request asks for: reconciling with the engine, delivering webhooks. */
  start(): void;
  stop(): Promise<void>;
}

function callPartsOf(
  { config, log, database: { db }, engine, socket }: AppParts,
  metrics: Metrics,
): CallParts {
  return {
    db,
    engine,
    log,
    graceSeconds: config.LECTERN_CALL_END_GRACE_SECONDS,
    listeners: callListenersOf({ socket }, metrics),
  };
}

/** Everything that stands behind the endpoints beside the database of each request. */
interface Wiring {
  attempts: AttemptLimits;
  /** Absent where the installation sends no mail. */
  mailer: Mailer | undefined;
  calls: CallParts;
  chat: ChatParts;
  reactions: FlyingReactions;
}

function wire(parts: AppParts, metrics: Metrics): Wiring {
  const { config, log, database, socket, keyring } = parts;
  const { SMTP_URL: url, LECTERN_MAIL_FROM: from } = config;
  const attempts = new AttemptLimits(config.LECTERN_RATE_LIMIT_PER_MINUTE);
  const chat: ChatParts = {
    db: database.db,
    socket,
    keyring,
    webUrl: config.LECTERN_URL,
    messagesPer5Seconds: config.LECTERN_CHAT_MESSAGES_PER_5_SECONDS,
    attempts,
  };
  return {
    attempts,
    mailer: url && from ? createMailer({ url, from, log }) : undefined,
    calls: callPartsOf(parts, metrics),
    chat,
    reactions: new FlyingReactions({ socket }),
  };
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

/** The one list of features. */
function endpointsOf(parts: AppParts, wiring: Wiring): Endpoint[] {
  const { calls, chat, reactions } = wiring;
  const { config, log, database, engine, keyring, socket } = parts;
  const webUrl = config.LECTERN_URL;
  const inChat = chatListeners(chat);
  const roomListeners = roomListenersOf(parts, calls, inChat);
  const linkListeners = linkListenersOf(parts, inChat);
  return [
    ...authEndpoints(authPartsOf(parts, wiring)),
    ...userEndpoints({ keyring, defaultPlan: config.LECTERN_DEFAULT_PLAN, unseenPlace }),
    ...spaceEndpoints({
      webUrl,
      onSpaceDeleting: (trx, space) => deleteRoomsOf(trx, space.id, roomListeners),
      onMemberLeaving: deleteRolesIn,
      onRoleChanged: roomListeners.onRoleChanged,
    }),
    ...roomEndpoints(roomListeners),
    ...accessLinkEndpoints({ pool: database.pool, keyring, webUrl, ...linkListeners }),
    ...participantEndpoints({ engine, log, keyring, webUrl, ...inChat }),
    ...personEndpoints({ socket, ...linkListeners }),
    ...callEndpoints(calls),
    ...analyticsEndpoints(),
    ...webhookEndpoints({
      keyring,
      allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS,
      attempts: wiring.attempts,
    }),
    ...chatEndpoints(chat),
    ...gestureEndpoints({ socket, reactions }),
  ];
}

/** Begins the work that no request asks for; returns what ends it. */
function startWork(
  { config, log, database, keyring }: AppParts,
  { calls, chat }: Wiring,
): () => Promise<void> {
  const { db, pool } = database;
  const stops = [
    startReconciling(calls),
    startSweeping(chat, log),
    startDelivering({
      node: nodeIdIn(config.LECTERN_DATA_DIR),
      db,
      pool,
      keyring,
      log,
      allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS,
      retrySeconds: config.LECTERN_WEBHOOK_RETRY_SECONDS,
    }),
    startHousekeeping(log, [
      () => forgetOldKeys(db),
      () => deleteEndedTokens(db, now()),
      () => deleteOldAttempts(db),
      () => deleteOldResets(db, now()),
      () => forgetPreviousSecrets(db),
      (stop) => deleteOldDeliveries(db, { days: config.LECTERN_WEBHOOK_LOG_DAYS, stop }),
    ]),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function pipelineOf({ config, database: { db }, keyring }: AppParts): Pipeline {
  const { LECTERN_URL: publicUrl, LECTERN_ALLOWED_ORIGINS: allowedOrigins } = config;
  return {
    db,
    authenticate: createAuthenticate({ db, keyring, applicationOf }),
    authenticateCookie: createAuthenticateCookie(db),
    refuseShutOut,
    browsers: new Browsers({ publicUrl, allowedOrigins }),
    limitPerMinute: config.LECTERN_RATE_LIMIT_PER_MINUTE,
  };
}

/** Puts the program together: every feature by name, and what each is told of the others. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, log, database, engine, socket, keyring } = parts;
  const { db, pool } = database;
  const metrics = createMetrics(socket);
  const wiring = wire(parts, metrics);
  const { calls } = wiring;
  const http = createHttpServer({
    config,
    log,
    onRequestDone: metrics.observeRequest,
    translate: (error) =>
      error instanceof MediaEngineAway ? new Refusal('engine_away', { retryAfter: 2 }) : undefined,
  });
  const limitPerMinute = config.LECTERN_RATE_LIMIT_PER_MINUTE;
  registerTokenEndpoint(http, { db, keyring, attempts: wiring.attempts, limitPerMinute });
  registerEndpoints(http, endpointsOf(parts, wiring), pipelineOf(parts));
  registerSystem(http, {
    registry: metrics.registry,
    root: config.root,
    checkReady: async () => {
      await pool.query('SELECT 1');
      if (!(await engine.health())) throw new Error('the media engine does not answer');
    },
  });
  await registerEngineIntake(http, calls);
  await registerSignalling(http, {
    signalUrl: engine.signalUrl,
    mayConnect: async (token) => {
      const claims = engine.readToken(token);
      return claims === undefined || mayBePresent(db, claims.participantId);
    },
  });
  await socket.start(chatSource(db));
  socket.attach(http.server);
  await registerPages(http, { root: config.root, allowedOrigins: config.LECTERN_ALLOWED_ORIGINS });

  let stopWork: (() => Promise<void>) | undefined;
  return {
    http,
    start: () => {
      stopWork = startWork(parts, wiring);
    },
    stop: async () => {
      // Before the doors close, so that the people in a call are told and its end is written down.
      if (parts.engineEndsWithUs) await finishAllCalls(calls);
      // Open sockets would keep the server from closing.
      await socket.stop();
      await http.close();
      wiring.reactions.stop();
      await stopWork?.();
      await wiring.mailer?.stop();
    },
  };
}
