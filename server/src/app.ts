import type { FastifyInstance } from 'fastify';
import { pages } from '../../contract/pages.ts';
import { accessLinkEndpoints } from './access-links/routes.ts';
import { assetEndpoints, clearPieceFiles, registerUploads } from './assets/assets.ts';
import { AttemptLimits } from './auth/auth.ts';
import { createAuthenticate, createAuthenticateCookie } from './auth/authenticate.ts';
import { createNotify } from './auth/mail/notify.ts';
import { Provider } from './auth/provider/provider.ts';
import { authEndpoints } from './auth/routes.ts';
import { registerTokenEndpoint } from './auth/tokens/endpoint.ts';
import { registerEngineIntake } from './calls/intake.ts';
import type { CallParts } from './calls/parts.ts';
import { callEndpoints } from './calls/routes.ts';
import { type ChatListeners, chatListeners } from './chat/listeners.ts';
import { spaceOfMachineToken } from './chat/people/applications.store.ts';
import { chatEndpoints } from './chat/routes.ts';
import { chatSource } from './chat/source.ts';
import type { Config } from './config.ts';
import { diagnosticsEndpoints } from './diagnostics/routes.ts';
import { FilesAway } from './engines/files/files.ts';
import { type MediaEngine, MediaEngineAway } from './engines/media/media.ts';
import type { RecorderEngine } from './engines/recorder/recorder.ts';
import type { SocketEngine } from './engines/socket/socket.ts';
import type { SpeechCheck, SpeechEngine, VoiceCutter } from './engines/speech/speech.ts';
import { FlyingReactions, gestureEndpoints } from './gestures/gestures.ts';
import { pageErrorEndpoints } from './page-errors/routes.ts';
import { refuseExcluded } from './participants/participants.ts';
import { participantEndpoints } from './participants/routes.ts';
import { personEndpoints } from './people/people.ts';
import type { Keyring } from './platform/crypto.ts';
import type { Database } from './platform/db/db.ts';
import type { DiskSpace } from './platform/disk/space.ts';
import { Refusal } from './platform/errors.ts';
import type { Pipeline } from './platform/http/access/admit.ts';
import { Browsers } from './platform/http/access/cookies.ts';
import { RateLimits } from './platform/http/access/rate-limit.ts';
import { Draining } from './platform/http/connections/draining.ts';
import { Upgrades } from './platform/http/connections/upgrades.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import { registerEndpoints } from './platform/http/register.ts';
import { createHttpServer } from './platform/http/server.ts';
import { areaLogsOf } from './platform/logging/levels.ts';
import type { Logger } from './platform/logging/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { onVideoFailed, onVideoReady, releaseContent } from './playbacks/content.ts';
import { playbackEventEndpoints } from './playbacks/events/routes.ts';
import { registerOneClick, reminderEndpoints } from './playbacks/reminders/routes.ts';
import { playbackEndpoints } from './playbacks/routes.ts';
import { registerPlaylists } from './playbacks/watching/playlist-routes.ts';
import { viewingPollEndpoints } from './playbacks/watching/poll-routes.ts';
import { viewingEndpoints } from './playbacks/watching/routes.ts';
import { ViewingCaches } from './playbacks/watching/viewing-caches.ts';
import { announceChangedViewers } from './playbacks/watching/viewings.store.ts';
import { queueRecordEmails } from './records/email/email.ts';
import { recordListeners } from './records/listeners.ts';
import { logIdsOf } from './records/log-ids.ts';
import type { RecordParts } from './records/parts.ts';
import { recordEndpoints } from './records/routes.ts';
import { countActive as countActiveRecords } from './records/store.ts';
import { ReportBuilds, reportEndpoints } from './reports/reports.ts';
import { findInvisibleId } from './rooms/invisible-id.ts';
import { deleteRolesIn } from './rooms/roles.store.ts';
import { roomEndpoints } from './rooms/routes.ts';
import { applyClaims } from './spaces/claimed.ts';
import { lockUsableInvite, redeemInvite } from './spaces/invites.ts';
import { spaceEndpoints } from './spaces/routes.ts';
import { assetPartsOf } from './startup/assets.ts';
import { callListenersOf } from './startup/call-listeners.ts';
import type { StartedFiles } from './startup/files.ts';
import {
  deletionPartsOf,
  linkListenersOf,
  ownLinksOf,
  roomListenersOf,
  spaceDeletionOf,
} from './startup/listeners.ts';
import { readableKeysOf } from './startup/readable-keys.ts';
import { signalingUrlOf, signallingPartsOf } from './startup/signalling.ts';
import { registerDocs } from './system/docs/routes.ts';
import { readFigures } from './system/figures.store.ts';
import { createMetrics } from './system/metrics.ts';
import { registerPages } from './system/pages.ts';
import { Readiness } from './system/readiness.ts';
import { registerHealth } from './system/routes.ts';
import { registerSignalling } from './system/signalling/signalling.ts';
import type { Site } from './system/site.ts';
import {
  requestAutomatically,
  shownTranscriptions,
  transcriptionEndpoints,
} from './transcription/transcription.ts';
import { userEndpoints } from './users/routes.ts';
import type { VideoListeners } from './videos/videos.ts';
import { webhookEndpoints } from './webhooks/routes.ts';

/** The parts of the app, most of them opened by `start.ts`. */
export interface AppParts {
  config: Config;
  log: Logger;
  database: Database;
  engine: MediaEngine;
  socket: SocketEngine;
  files: StartedFiles;
  recorder: RecorderEngine;
  /** The disk of the data folder. */
  space: DiskSpace;
  /** Undefined: recordings are not transcribed. */
  speech: SpeechEngine | undefined;
  speechCheck: SpeechCheck | undefined;
  cutter: VoiceCutter;
  keyring: Keyring;
  /** Absent if the node does not serve people (no `api` in LECTERN_ROLES). */
  site: Site | undefined;
}

/** The servers whose state health checks and metrics report. */
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

/** The services that the features share. Each feature takes the fields of its own `Parts` type. */
function servicesOf(parts: AppParts) {
  const { config, log, database, socket, keyring, files, engine } = parts;
  const { db, pool } = database;
  const { SMTP_URL: smtp, LECTERN_MAIL_FROM: from } = config;
  const readiness = new Readiness(log, dependencyChecks(parts));
  const metrics = createMetrics({
    connections: () => socket.connections(),
    recordings: () => countActiveRecords(db),
    dependencies: () => readiness.dependencies(),
    figures: () => readFigures(db),
    folder: config.LECTERN_DATA_DIR,
    minFreeBytes: config.LECTERN_MIN_FREE_DISK,
  });
  const logs = areaLogsOf(log, config.LECTERN_LOG_LEVEL);
  const shared = {
    ...parts,
    logs,
    db,
    pool,
    readiness,
    metrics,
    webUrl: config.LECTERN_URL,
    defaultPlan: config.LECTERN_DEFAULT_PLAN,
    messagesPer5Seconds: config.LECTERN_CHAT_MESSAGES_PER_5_SECONDS,
    allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS,
    limitPerMinute: config.LECTERN_RATE_LIMIT_PER_MINUTE,
    attempts: new AttemptLimits(config.LECTERN_RATE_LIMIT_PER_MINUTE),
    limits: new RateLimits({
      redisUrl: config.REDIS_URL,
      prefix: `lectern:${keyring.sign('request-limits', 'prefix').toString('hex').slice(0, 16)}`,
      log,
    }),
    /** Absent if the installation sends no mail. */
    mailer: smtp && from ? createMailer({ url: smtp, from, log }) : undefined,
    reactions: new FlyingReactions({ socket }),
    builds: new ReportBuilds({ database, folder: config.LECTERN_DATA_DIR }),
    onChat: peopleListenersOf({ socket }),
  };
  const notify = createNotify(shared.mailer, shared.webUrl);
  const records: RecordParts = {
    socket,
    log: logs.records,
    files: files.store,
    minFreeBytes: config.LECTERN_MIN_FREE_DISK,
    storageLimit: config.LECTERN_GROUP_STORAGE_MAX,
    maxMinutes: config.LECTERN_RECORD_MAX_MINUTES,
    onRecordFinished: async (trx, record) => {
      await requestAutomatically(parts, trx, record);
      if (shared.mailer) await queueRecordEmails(trx, record);
    },
    onTransition: ({ record, counts }) => {
      if (counts) metrics.recordings[counts].inc();
      const { state, failure, stopReason, nodeId } = record;
      const about = {
        ...logIdsOf(record),
        state,
        nodeId,
        ...(failure && { failure }),
        ...(stopReason && { stopReason }),
      };
      logs.records.info(about, 'a recording changed its state');
    },
  };
  const assets = assetPartsOf({ ...parts, files: files.store, space: shared.space });
  const onRecords = recordListeners(records);
  /** The playbacks of a video follow its state. */
  const onVideos: VideoListeners = { onVideoReady, onVideoFailed };
  const listeners = callListenersOf({ ...shared, onRecords });
  const graceSeconds = config.LECTERN_CALL_END_GRACE_SECONDS;
  const calls: CallParts = { db, engine, log: logs.calls, graceSeconds, listeners };
  // Sessions announce their webhooks themselves; no other feature follows their start and end yet.
  const watching = new ViewingCaches({ ...shared, files: files.store });
  return { ...shared, notify, records, assets, onRecords, onVideos, calls, watching };
}

/** The chat follows all changes of people, and the nodes that serve playlists follow removals. */
function peopleListenersOf(parts: Pick<AppParts, 'socket'>): ChatListeners {
  const onChat = chatListeners(parts);
  return {
    ...onChat,
    onPeopleChanged: async (db, participantIds) => {
      await announceChangedViewers(db, participantIds);
      await onChat.onPeopleChanged(db, participantIds);
    },
  };
}

export type Services = ReturnType<typeof servicesOf>;

/** Sign-in by an OpenID Connect provider, if the settings name one. */
function providerPartsOf({ config, logs, webUrl }: Services) {
  const { LECTERN_OIDC_ISSUER: issuer } = config;
  const client = {
    clientId: config.LECTERN_OIDC_CLIENT_ID ?? '',
    clientSecret: config.LECTERN_OIDC_CLIENT_SECRET ?? '',
    scopes: config.LECTERN_OIDC_SCOPES,
    returnUrl: new URL(pages.providerReturn, webUrl),
    signedOutUrl: new URL(pages.signIn, webUrl),
  };
  return {
    provider: issuer && new Provider({ issuer, ...client }, logs.accounts),
    providerLabel: issuer && (config.LECTERN_OIDC_LABEL ?? issuer.host),
    assumesVerifiedEmail: config.LECTERN_OIDC_EMAIL_VERIFIED === 'assumed',
    linksByEmail: config.LECTERN_OIDC_LINK_BY_EMAIL === 'verified',
    providerRegistration: config.LECTERN_OIDC_REGISTRATION ?? config.LECTERN_REGISTRATION,
    claim: config.LECTERN_OIDC_GROUPS_CLAIM,
    claimRules: config.LECTERN_OIDC_GROUPS,
  };
}

/** The only list of features. */
function endpointsOf(services: Services): Endpoint[] {
  const { config, log, mailer, onChat } = services;
  const onLinks = linkListenersOf(services);
  const links = ownLinksOf(onLinks);
  const onRooms = roomListenersOf(services, links);
  const onMembers = { links, onMemberLeaving: deleteRolesIn, onRoleChanged: onRooms.onRoleChanged };
  return [
    ...authEndpoints({
      ...services,
      lockUsableInvite,
      redeemInvite,
      registration: config.LECTERN_REGISTRATION,
      supportAddress: config.LECTERN_SUPPORT_ADDRESS,
      sendsMail: mailer !== undefined,
      ...providerPartsOf(services),
      onClaims: (of, userId, claims) => applyClaims({ db: of, listeners: onMembers, log }, userId, claims),
    }),
    ...userEndpoints({ ...services, unseenPlace: findInvisibleId }),
    ...spaceEndpoints({
      ...services,
      ...onMembers,
      deletion: spaceDeletionOf(services),
      storageLimit: config.LECTERN_GROUP_STORAGE_MAX,
    }),
    ...roomEndpoints(onRooms),
    ...playbackEventEndpoints({ ...services, files: services.files.store }),
    ...viewingEndpoints(services.watching),
    ...viewingPollEndpoints(services.watching, services),
    ...reminderEndpoints({ ...services, sendsMail: mailer !== undefined }),
    ...playbackEndpoints({ listeners: onRooms, files: services.files.store }),
    ...accessLinkEndpoints({ ...services, ...onLinks }),
    ...participantEndpoints({
      ...services,
      ...onChat,
      signalingUrl: signalingUrlOf(services),
    }),
    ...personEndpoints({ ...services, ...deletionPartsOf(services) }),
    ...callEndpoints(services.calls),
    ...assetEndpoints(services.assets),
    ...recordEndpoints({
      ...services.records,
      transcriptionsOf: (of, records) => shownTranscriptions(services, of, records),
      onRecordDeleting: (trx, { recordId, force }) => releaseContent(trx, { source: { recordId }, force }),
    }),
    ...transcriptionEndpoints({ ...services, supportAddress: config.LECTERN_SUPPORT_ADDRESS }),
    ...reportEndpoints(services),
    ...webhookEndpoints(services),
    ...chatEndpoints(services),
    ...gestureEndpoints(services),
    ...pageErrorEndpoints({
      ...services,
      isLimited: services.limitPerMinute !== 0,
      count: ({ part, kind }) => services.metrics.pageErrors.inc({ part, kind }),
    }),
    ...diagnosticsEndpoints({
      ...services,
      signalingUrl: signalingUrlOf(services),
      isLimited: services.limitPerMinute !== 0,
    }),
  ];
}

/** The hooks that every request passes before its endpoint. */
function pipelineOf({ config, db, keyring, limits, limitPerMinute, webUrl: publicUrl }: Services): Pipeline {
  return {
    db,
    authenticate: createAuthenticate({ db, keyring, spaceOfMachineToken }),
    authenticateCookie: createAuthenticateCookie(db),
    refuseExcluded,
    browsers: new Browsers({ publicUrl, allowedOrigins: config.LECTERN_ALLOWED_ORIGINS }),
    limitPerMinute,
    limits,
  };
}

function refusalOfEngine(error: unknown): Refusal | undefined {
  if (error instanceof MediaEngineAway) return new Refusal('engine_away', { retryAfter: 2 });
  return error instanceof FilesAway ? new Refusal('storage_away', { retryAfter: 10 }) : undefined;
}

/** Servers that our pages connect to. */
const serversOf = ({ LECTERN_URL, CENTRIFUGO_URL, LECTERN_MEDIA_URL }: Config): URL[] =>
  [LECTERN_URL, CENTRIFUGO_URL, LECTERN_MEDIA_URL].filter((url) => url !== undefined);

export interface App {
  http: FastifyInstance;
  upgrades: Upgrades;
  draining: Draining;
  services: Services;
}

/** Registers all routes. */
async function registerRoutes({ http, upgrades, services }: App, site: Site): Promise<void> {
  const { config, db, socket, files } = services;
  registerTokenEndpoint(http, services);
  const pipeline = pipelineOf(services);
  registerEndpoints(http, endpointsOf(services), pipeline);
  await registerUploads(http, { ...services.assets, db, pipeline });
  registerDocs(http, site.docs);
  await registerEngineIntake(http, services.calls);
  registerSignalling(http, upgrades, signallingPartsOf(services));
  files.register(http, { findReadable: readableKeysOf(db) });
  registerPlaylists(http, services.watching);
  await registerOneClick(http, services);
  socket.attach(upgrades);
  await registerPages(http, {
    web: site.web,
    allowedOrigins: config.LECTERN_ALLOWED_ORIGINS,
    sources: { storage: files.store.origins, servers: serversOf(config) },
  });
}

/** Combines the features into one HTTP server, which does not listen yet. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, log, files, site } = parts;
  const services = servicesOf(parts);
  const upgrades = new Upgrades(log);
  const http = createHttpServer({
    config,
    log: services.logs.requests,
    upgrades,
    onRequestDone: services.metrics.observeRequest,
    translate: (error) => refusalOfEngine(error) ?? files.refusalOf(error),
  });
  // Before the routes: its hook has to see their requests.
  const draining = new Draining(http);
  registerHealth(http, {
    registry: services.metrics.registry,
    readiness: services.readiness,
    metricsToken: config.LECTERN_METRICS_TOKEN,
  });
  await parts.socket.start(chatSource(services.db));
  await clearPieceFiles(services.assets.folder);
  const app = { http, upgrades, draining, services };
  if (site) await registerRoutes(app, site);
  return app;
}
