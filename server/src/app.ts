import type { FastifyInstance } from 'fastify';
import { accessLinkEndpoints } from './access-links/routes.ts';
import { createAuthenticate } from './auth/auth.ts';
import { authEndpoints } from './auth/routes.ts';
import { registerTokenEndpoint } from './auth/token-endpoint.ts';
import type { Config } from './config.ts';
import { type MediaEngine, MediaEngineAway } from './engines/media/media.ts';
import { applyRoomRights } from './participants/participants.ts';
import { participantEndpoints } from './participants/routes.ts';
import type { Keyring } from './platform/crypto.ts';
import type { Database } from './platform/db/db.ts';
import { Refusal } from './platform/errors.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import { registerEndpoints } from './platform/http/register.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Logger } from './platform/log.ts';
import { deleteRoomsOf, type RoomListeners } from './rooms/rooms.ts';
import { roomEndpoints } from './rooms/routes.ts';
import { spaceEndpoints } from './spaces/routes.ts';
import { createMetrics } from './system/metrics.ts';
import { registerPages } from './system/pages.ts';
import { registerSystem } from './system/routes.ts';
import { registerSignalling } from './system/signalling.ts';
import { userEndpoints } from './users/routes.ts';
import { webhookEndpoints } from './webhooks/routes.ts';
import { startDelivering } from './webhooks/webhooks.ts';

export interface AppParts {
  config: Config;
  log: Logger;
  database: Database;
  engine: MediaEngine;
  keyring: Keyring;
}

export interface App {
  http: FastifyInstance;
  /** Begins the work that no request asks for: reconciling with the engine, delivering webhooks. */
  start(): void;
  stop(): Promise<void>;
}

/** Puts the program together: every feature by name, and what each is told of the others. */
export async function createApp({ config, log, database, engine, keyring }: AppParts): Promise<App> {
  const { db, pool } = database;
  const metrics = createMetrics();
  const http = createHttpServer({
    config,
    log,
    onRequestDone: metrics.observeRequest,
    translate: (error) =>
      error instanceof MediaEngineAway ? new Refusal('engine_away', { retryAfter: 2 }) : undefined,
  });

  const webUrl = config.LECTERN_URL;
  const roomListeners: RoomListeners = {
    onRoomChanged: (given, room) => applyRoomRights(given, { engine, log }, room),
    onRoomDeleting: async () => undefined,
  };
  const allowedNetworks = config.LECTERN_WEBHOOK_ALLOWED_NETWORKS;
  const limitPerMinute = config.LECTERN_RATE_LIMIT_PER_MINUTE;
  registerTokenEndpoint(http, { db, keyring, limitPerMinute });
  const endpoints: Endpoint[] = [
    ...authEndpoints(),
    ...userEndpoints({ keyring, defaultPlan: config.LECTERN_DEFAULT_PLAN }),
    ...spaceEndpoints({
      onSpaceDeleting: (trx, space) => deleteRoomsOf(trx, space.id, roomListeners),
    }),
    ...roomEndpoints(roomListeners),
    ...accessLinkEndpoints({ pool, keyring, webUrl }),
    ...participantEndpoints({ engine, log, keyring, webUrl }),
    ...webhookEndpoints({ keyring, allowedNetworks }),
  ];
  registerEndpoints(http, endpoints, {
    db,
    authenticate: createAuthenticate({ db, keyring }),
    limitPerMinute,
  });
  registerSystem(http, {
    registry: metrics.registry,
    root: config.root,
    checkReady: async () => {
      await pool.query('SELECT 1');
      if (!(await engine.health())) throw new Error('the media engine does not answer');
    },
  });
  await registerSignalling(http, engine.signalUrl);
  await registerPages(http, { root: config.root, allowedOrigins: config.LECTERN_ALLOWED_ORIGINS });

  let stopDelivering: (() => Promise<void>) | undefined;
  return {
    http,
    start: () => {
      const retrySeconds = config.LECTERN_WEBHOOK_RETRY_SECONDS;
      stopDelivering = startDelivering({ db, pool, keyring, log, allowedNetworks, retrySeconds });
    },
    stop: async () => {
      await http.close();
      await stopDelivering?.();
    },
  };
}
