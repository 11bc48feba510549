import { join } from 'node:path';
import { countValidLinksBy } from '../access-links/created.store.ts';
import type { LinkParts } from '../access-links/parts.ts';
import { revokeCreatedLinks } from '../access-links/revoke.ts';
import type { AssetParts } from '../assets/assets.ts';
import { AttemptLimits } from '../auth/auth.ts';
import { createAuthenticate, createAuthenticateCookie } from '../auth/authenticate.ts';
import { createNotify } from '../auth/mail/emails.ts';
import type { AuthParts } from '../auth/routes.ts';
import { meetingLogos } from '../bbb/meetings/logo.store.ts';
import type { BbbParts } from '../bbb/parts.ts';
import { StrokeBatches } from '../boards/boards.ts';
import type { CallParts } from '../calls/calls.ts';
import type { ChatParts } from '../chat/chat.ts';
import { spaceOfMachineToken } from '../chat/people/applications.store.ts';
import type { Config } from '../config.ts';
import type { DocumentParts } from '../documents/documents.ts';
import type { FileStore } from '../engines/files/files.ts';
import type { MediaEngine } from '../engines/media/media.ts';
import type { RecorderEngine } from '../engines/recorder/recorder.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import type { SpeechCheck, SpeechEngine, VoiceCutter } from '../engines/speech/speech.ts';
import { FlyingReactions, GatheredFeedback } from '../gestures/gestures.ts';
import { LiveInbox } from '../live/live.ts';
import type { PageErrorParts } from '../page-errors/routes.ts';
import { refuseExcluded } from '../participants/participants.ts';
import { updateRolesOfLink } from '../participants/roles/store.ts';
import type { ParticipantParts } from '../participants/routes.ts';
import { insertSamplePerson } from '../participants/sample.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Database } from '../platform/db/db.ts';
import type { DiskSpace } from '../platform/disk/space.ts';
import type { Pipeline } from '../platform/http/access/admit.ts';
import { Browsers } from '../platform/http/access/cookies.ts';
import { RateLimits } from '../platform/http/access/rate-limit.ts';
import { addressReader } from '../platform/http/networks.ts';
import { resolveHost } from '../platform/http/outgoing/targets.ts';
import { areaLogsOf } from '../platform/logging/levels.ts';
import type { Logger } from '../platform/logging/log.ts';
import { createMailer, type Mailer } from '../platform/mail/mail.ts';
import { ViewingCaches } from '../playbacks/watching/viewing-caches.ts';
import { countRecordLinksBy, revokeRecordLinksBy } from '../records/records.ts';
import type { RecordEndpointParts } from '../records/routes.ts';
import { countActive as countActiveRecords } from '../records/store.ts';
import { ReportBuilds } from '../reports/reports.ts';
import type { RoomParts } from '../rooms/change.ts';
import { findInvisibleId } from '../rooms/invisible-id.ts';
import type { SampleParts } from '../samples/samples.ts';
import { spaceLogos } from '../spaces/brand/brand.store.ts';
import { Logos } from '../spaces/brand/logos.ts';
import { applyClaims } from '../spaces/claimed.ts';
import { lockUsableInvite, redeemInvite } from '../spaces/invites.ts';
import type { SpaceParts } from '../spaces/routes.ts';
import type { OwnLinks } from '../spaces/spaces.ts';
import { stageOf } from '../stage/stage.ts';
import { convertsOffice } from '../startup/converter.ts';
import { nodeIdIn } from '../startup/nodes/node-id.ts';
import { providerOf } from '../startup/provider.ts';
import { checkMayConnect, signalingUrlOf } from '../startup/signalling.ts';
import { readFigures } from '../system/figures.store.ts';
import { createMetrics } from '../system/metrics.ts';
import type { Site } from '../system/pages.ts';
import { Readiness } from '../system/readiness.ts';
import { type SignallingParts, usualSignallingLimits } from '../system/signalling/signalling.ts';
import { shownTranscriptions } from '../transcription/transcription.ts';
import {
  callEffectsOf,
  chatEffects,
  documentDeletionOf,
  documentEffects,
  gestureEffects,
  linkEffectsOf,
  meetingEffectsOf,
  onAssetDeleting,
  onMemberLeaving,
  onRecordDeleting,
  participantEffectsOf,
  recordEffectsOf,
  roomEffectsOf,
  sampleCallEffects,
  sampleRecordEffects,
  spaceDeletionOf,
  stageEffects,
  videoEffects,
} from './effects.ts';
import { liveMethodsOf } from './live-methods.ts';

/** The settings, connections and engines, which `start.ts` opens. */
export interface Opened {
  config: Config;
  log: Logger;
  database: Database;
  engine: MediaEngine;
  socket: SocketEngine;
  files: FileStore;
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
function dependencyChecks(opened: Opened, mailer: Mailer | undefined) {
  const { config, database, engine, socket } = opened;
  const { pool } = database;
  const joint = config.CENTRIFUGO_URL ? 'centrifugo' : config.REDIS_URL && 'redis';
  return {
    database: async () => void (await pool.query('SELECT 1')),
    media: async () => {
      if (!(await engine.health())) throw new Error('the media server does not respond');
    },
    ...(joint && { [joint]: async () => void (await socket.serverId()) }),
    ...(mailer && { mail: () => mailer.health() }),
  };
}

/** Adds what several features use. */
function withShared(opened: Opened) {
  const { config, log, database, socket, keyring } = opened;
  const { db, pool } = database;
  const { SMTP_URL: smtp, LECTERN_MAIL_FROM: from } = config;
  const mailer = smtp && from ? createMailer({ url: smtp, from, log }) : undefined;
  const readiness = new Readiness(log, dependencyChecks(opened, mailer));
  const webUrl = config.LECTERN_URL;
  const limitPerMinute = config.LECTERN_RATE_LIMIT_PER_MINUTE;
  return {
    ...opened,
    ...{ db, pool, webUrl, limitPerMinute, readiness, mailer },
    sendsMail: mailer !== undefined,
    notify: createNotify(mailer, webUrl),
    logs: areaLogsOf(log, config.LECTERN_LOG_LEVEL),
    attempts: new AttemptLimits(limitPerMinute),
    limits: new RateLimits({
      redisUrl: config.REDIS_URL,
      prefix: `lectern:${keyring.sign('request-limits', 'prefix').toString('hex').slice(0, 16)}`,
      log,
    }),
    metrics: createMetrics({
      connections: () => socket.connections(),
      recordings: () => countActiveRecords(db),
      dependencies: () => readiness.dependencies(),
      figures: () => readFigures(db),
      folder: config.LECTERN_DATA_DIR,
      minFreeBytes: config.LECTERN_MIN_FREE_DISK,
    }),
  };
}

type Shared = ReturnType<typeof withShared>;

/** Sign-in by an OpenID Connect provider, if the settings name one. */
function providerPartsOf({ config, logs }: Shared) {
  const { LECTERN_OIDC_ISSUER: issuer } = config;
  return {
    provider: providerOf(config, logs.accounts),
    providerLabel: issuer && (config.LECTERN_OIDC_LABEL ?? issuer.host),
    assumesVerifiedEmail: config.LECTERN_OIDC_EMAIL_VERIFIED === 'assumed',
    linksByEmail: config.LECTERN_OIDC_LINK_BY_EMAIL === 'verified',
    providerRegistration: config.LECTERN_OIDC_REGISTRATION ?? config.LECTERN_REGISTRATION,
    claim: config.LECTERN_OIDC_GROUPS_CLAIM,
    claimRules: config.LECTERN_OIDC_GROUPS,
  };
}

/** Accounts and groups. */
function accountPartsOf(shared: Shared, rooms: RoomParts, deletion: SpaceParts['deletion']) {
  const { config, db, log, keyring, attempts, notify, webUrl, sendsMail } = shared;
  const { onRoleChanged, links } = rooms;
  const members = { onMemberLeaving, onRoleChanged, links };
  const defaultPlan = config.LECTERN_DEFAULT_PLAN;
  const spaces: SpaceParts = {
    ...members,
    ...{ webUrl, deletion, log, attempts, notify, sendsMail },
    storageLimit: config.LECTERN_GROUP_STORAGE_MAX,
  };
  const auth: AuthParts = {
    ...{ db, log, keyring, attempts, notify, sendsMail, defaultPlan, lockUsableInvite, redeemInvite },
    ...providerPartsOf(shared),
    registration: config.LECTERN_REGISTRATION,
    supportAddress: config.LECTERN_SUPPORT_ADDRESS,
    onClaims: (of, userId, claims) => applyClaims({ db: of, members, log }, userId, claims),
  };
  return { auth, spaces, users: { keyring, defaultPlan, unseenPlace: findInvisibleId } };
}

/** Recordings, uploaded videos and transcripts. */
function mediaPartsOf(shared: Shared) {
  const { config, log, logs, socket, metrics, sendsMail, files, space, webUrl } = shared;
  const { LECTERN_DATA_DIR: folder, LECTERN_GROUP_STORAGE_MAX: storageLimit } = config;
  const transcription = { speech: shared.speech, supportAddress: config.LECTERN_SUPPORT_ADDRESS };
  const records: RecordEndpointParts = {
    ...{ socket, log: logs.records, files, storageLimit, webUrl },
    minFreeBytes: config.LECTERN_MIN_FREE_DISK,
    maxMinutes: config.LECTERN_RECORD_MAX_MINUTES,
    ...recordEffectsOf({ ...transcription, metrics, log: logs.records, sendsMail }),
    transcriptionsOf: (of, some) => shownTranscriptions(transcription, of, some),
    onRecordDeleting,
  };
  const assets: AssetParts = {
    ...{ log, files, space, storageLimit, onAssetDeleting },
    folder: join(folder, 'uploads'),
    maxBytes: config.LECTERN_UPLOAD_MAX,
    isStoredHere: config.S3_ENDPOINT === undefined,
  };
  const documents: DocumentParts = {
    ...{ files, storageLimit, allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS },
    convertsOffice: convertsOffice(config),
    ...documentDeletionOf({ socket }),
  };
  return { transcription, records, assets, documents };
}

type MediaParts = ReturnType<typeof mediaPartsOf>;

/** Rooms with the people, calls and links in them. Their events have effects on each other. */
function roomPartsOf(shared: Shared, chat: ChatParts, records: RecordEndpointParts) {
  const { config, db, engine, log, logs, keyring, webUrl, metrics, attempts, notify, sendsMail } = shared;
  const signalingUrl = signalingUrlOf(config);
  const participants: ParticipantParts = {
    ...{ engine, log, keyring, signalingUrl, stageOf },
    ...participantEffectsOf(chat),
  };
  const calls: CallParts = {
    ...{ db, engine, log: logs.calls, graceSeconds: config.LECTERN_CALL_END_GRACE_SECONDS },
    ...callEffectsOf({ chat, participants, records, metrics, log: logs.calls, sendsMail }),
  };
  const links: LinkParts = {
    ...{ keyring, webUrl, attempts, notify, sendsMail, updateRoles: updateRolesOfLink },
    ...linkEffectsOf(participants, chat),
  };
  const ownLinks: OwnLinks = {
    count: async (of, created) =>
      (await countValidLinksBy(of, created)) + (await countRecordLinksBy(of, created)),
    revoke: async (trx, created) => {
      await revokeRecordLinksBy(trx, created);
      return revokeCreatedLinks(links, trx, created);
    },
    onRevoked: links.onLinksRevoked,
  };
  const rooms: RoomParts = {
    ...roomEffectsOf({ chat, participants, records, calls }),
    links: ownLinks,
  };
  return { participants, calls, links, rooms };
}

type RoomsParts = ReturnType<typeof roomPartsOf>;

/** The hooks that every request passes before its endpoint. */
const pipelineOf = ({ config, db, keyring, limits, limitPerMinute, webUrl }: Shared): Pipeline => ({
  ...{ db, limits, limitPerMinute, refuseExcluded },
  authenticate: createAuthenticate({ db, keyring, spaceOfMachineToken }),
  authenticateCookie: createAuthenticateCookie(db),
  browsers: new Browsers({ publicUrl: webUrl, allowedOrigins: config.LECTERN_ALLOWED_ORIGINS }),
});

/** The parts of a node that belong to no feature with tables. */
function nodePartsOf(shared: Shared) {
  const { config, db, engine, socket, log, metrics, readiness, limits, limitPerMinute } = shared;
  const isLimited = limitPerMinute !== 0;
  const pageErrors: PageErrorParts = {
    ...{ log, limits, isLimited },
    count: ({ part, kind }) => metrics.pageErrors.inc({ part, kind }),
  };
  const signalling: SignallingParts = {
    ...{ engine, log, rates: limits },
    limits: { ...usualSignallingLimits, ...(!isLimited && { attempts: 0, attemptsByAddress: 0 }) },
    addressOf: addressReader(config.LECTERN_TRUSTED_PROXIES),
    checkMayConnect: (claims) => checkMayConnect(db, claims),
  };
  return {
    ...{ pipeline: pipelineOf(shared), signalling, pageErrors },
    health: { registry: metrics.registry, readiness, metricsToken: config.LECTERN_METRICS_TOKEN },
    diagnostics: { engine, socket, limits, isLimited, signalingUrl: signalingUrlOf(config) },
  };
}

/** The parts of the jobs of a node: some of those of the features, and the engines that they use. */
const jobPartsOf = (
  shared: Shared,
  { records, assets }: MediaParts,
  { calls, participants, links }: RoomsParts,
) => {
  const { config, log, logs, db, pool, keyring, webUrl, mailer, metrics, engine, socket } = shared;
  const { files, recorder, space, speech, speechCheck, cutter } = shared;
  return {
    node: nodeIdIn(config.LECTERN_DATA_DIR),
    ...{ config, log, logs, db, pool, keyring, webUrl, mailer, metrics, engine, socket },
    ...{ files, recorder, space, speech, speechCheck, cutter, records, assets, calls },
    ...{ participants, links },
  };
};

/** The API that is compatible with BigBlueButton. */
function bbbPartsOf(shared: Shared, chat: ChatParts, { links, calls, rooms }: RoomsParts): BbbParts {
  const { config, db, log, keyring, webUrl, limits, limitPerMinute, files, socket } = shared;
  const { LECTERN_BBB_SECRET: secret, LECTERN_BBB_SPACE: spaceId } = config;
  const installation = secret === undefined ? undefined : { secret, spaceId };
  return {
    ...{ db, log, keyring, webUrl, limits, limitPerMinute, links, calls, rooms, files, socket },
    ...{ installation, onRecordDeleting, onMeetingCreated: meetingEffectsOf(chat) },
    allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS,
  };
}

/** Messages of clients by the socket. */
const livePartsOf = ({ db, socket, log, metrics, config }: Shared) => ({
  inbox: new LiveInbox({
    methods: liveMethodsOf({ db, socket, strokes: new StrokeBatches({ socket }) }),
    onMessage: (figures) => metrics.socketMessages.inc(figures),
    log,
  }),
  proxyKey: config.CENTRIFUGO_URL && config.CENTRIFUGO_API_KEY,
});

/** Gives each feature its parts, by its name. */
export function composeParts(opened: Opened) {
  const shared = withShared(opened);
  const { config, database, db, log, logs, metrics, socket, keyring, webUrl, mailer } = shared;
  const { attempts, limits, limitPerMinute, notify, sendsMail, files } = shared;
  const chat: ChatParts = {
    ...{ db, socket, keyring, webUrl, attempts },
    messagesPer5Seconds: config.LECTERN_CHAT_MESSAGES_PER_5_SECONDS,
    ...chatEffects,
  };
  const media = mediaPartsOf(shared);
  const inRooms = roomPartsOf(shared, chat, media.records);
  const { rooms } = inRooms;
  const deletion = spaceDeletionOf(chat, rooms);
  const { onLinksRevoking, onLinksRevoked } = inRooms.links;
  const people = {
    ...{ socket, notify, attempts, onLinksRevoking, onLinksRevoked },
    ...{ onSpaceDeleting: deletion.onSpaceDeleting, onRoleChanged: rooms.onRoleChanged },
    onPeopleChanged: inRooms.participants.onPeopleChanged,
  };
  const samples: SampleParts = {
    ...{ attempts, files, log: logs.calls, insertPerson: insertSamplePerson },
    calls: { ...inRooms.calls, ...sampleCallEffects },
    records: { ...media.records, ...sampleRecordEffects },
  };
  const watching = new ViewingCaches({ db, log, keyring, webUrl, files });
  const allowedNetworks = config.LECTERN_WEBHOOK_ALLOWED_NETWORKS;
  const logos = { db, log, allowedNetworks, resolve: resolveHost };
  return {
    ...accountPartsOf(shared, rooms, deletion),
    ...media,
    ...inRooms,
    ...nodePartsOf(shared),
    ...{ chat, people, watching, samples, mailer },
    stage: { socket, ...stageEffects },
    webhooks: { attempts, keyring, allowedNetworks },
    bbb: bbbPartsOf(shared, chat, inRooms),
    brand: { webUrl, logos: new Logos({ ...logos, store: spaceLogos }) },
    meetingLogos: new Logos({ ...logos, store: meetingLogos }),
    tokens: { db, keyring, attempts, limits, limitPerMinute },
    playbacks: { ...rooms, files },
    playbackEvents: { config, files },
    reminders: { db, keyring, sendsMail },
    reports: { config, builds: new ReportBuilds({ database, folder: config.LECTERN_DATA_DIR }) },
    gestures: {
      ...{ socket, limits, ...gestureEffects },
      feedback: new GatheredFeedback({ db, socket }),
      reactions: new FlyingReactions({ socket }),
    },
    live: livePartsOf(shared),
    boards: { socket },
    requests: { log: logs.requests, onRequestDone: metrics.observeRequest },
    jobs: {
      ...{ ...jobPartsOf(shared, media, inRooms), watching, allowedNetworks, onVideos: videoEffects },
      onDocuments: documentEffects,
      ...{ accountDeletion: people, spaceDeletion: deletion },
    },
  };
}

export type Parts = ReturnType<typeof composeParts>;
export type JobParts = Parts['jobs'];
