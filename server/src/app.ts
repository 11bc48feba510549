import type { FastifyInstance } from 'fastify';
import { accessLinkEndpoints } from './access-links/routes.ts';
import { assetEndpoints, clearPieceFiles, registerUploads } from './assets/assets.ts';
import { authEndpoints } from './auth/routes.ts';
import { registerTokenEndpoint } from './auth/tokens/endpoint.ts';
import { registerPlayback } from './bbb/bbb.ts';
import { meetingLogosPath, ownMeetingEndpoints } from './bbb/meetings/own.ts';
import { registerBigBlueButton } from './bbb/register.ts';
import { bigBlueButtonEndpoints } from './bbb/routes.ts';
import { boardEndpoints } from './boards/boards.ts';
import { registerEngineIntake } from './calls/intake.ts';
import { callEndpoints } from './calls/routes.ts';
import { chatEndpoints } from './chat/routes.ts';
import { chatSource } from './chat/source.ts';
import type { Config } from './config.ts';
import { diagnosticsEndpoints } from './diagnostics/routes.ts';
import { documentEndpoints } from './documents/documents.ts';
import { FilesAway } from './engines/files/files.ts';
import { refusalOfAddress, registerFiles } from './engines/files/served/serve.ts';
import { MediaEngineAway } from './engines/media/media.ts';
import { gestureEndpoints } from './gestures/gestures.ts';
import { registerMessageProxy } from './live/message-proxy.ts';
import { pageErrorEndpoints } from './page-errors/routes.ts';
import { participantEndpoints } from './participants/routes.ts';
import { personEndpoints } from './people/people.ts';
import { Refusal } from './platform/errors.ts';
import { Draining } from './platform/http/connections/draining.ts';
import { Upgrades } from './platform/http/connections/upgrades.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import { registerEndpoints } from './platform/http/register.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addressOfPage } from './platform/web-address.ts';
import { playbackEventEndpoints } from './playbacks/events/routes.ts';
import { questionEndpoints } from './playbacks/questions/routes.ts';
import { registerOneClick, reminderEndpoints } from './playbacks/reminders/routes.ts';
import { playbackEndpoints } from './playbacks/routes.ts';
import { registerPlaylists } from './playbacks/watching/playlist-routes.ts';
import { viewingPollEndpoints } from './playbacks/watching/poll-routes.ts';
import { viewingReactionEndpoints } from './playbacks/watching/reaction-routes.ts';
import { viewingEndpoints } from './playbacks/watching/routes.ts';
import { recordEndpoints } from './records/routes.ts';
import { reportEndpoints } from './reports/reports.ts';
import { roomEndpoints } from './rooms/routes.ts';
import { sampleEndpoints } from './samples/samples.ts';
import { brandEndpoints, registerLogos } from './spaces/brand/routes.ts';
import { spaceEndpoints } from './spaces/routes.ts';
import { stageEndpoints } from './stage/routes.ts';
import { readableKeysOf } from './startup/readable-keys.ts';
import { registerDocs } from './system/docs/routes.ts';
import { registerPages, type Site } from './system/pages.ts';
import { registerHealth } from './system/routes.ts';
import { registerSignalling } from './system/signalling/signalling.ts';
import { transcriptionEndpoints } from './transcription/transcription.ts';
import { userEndpoints } from './users/routes.ts';
import { webhookEndpoints } from './webhooks/routes.ts';
import { composeParts, type Opened, type Parts } from './wiring/parts.ts';

/** The only list of features. */
const endpointsOf = (parts: Parts): Endpoint[] => [
  ...authEndpoints(parts.auth),
  ...userEndpoints(parts.users),
  ...spaceEndpoints(parts.spaces),
  ...roomEndpoints(parts.rooms),
  ...playbackEventEndpoints(parts.playbackEvents),
  ...viewingEndpoints(parts.watching, parts.participants),
  ...viewingPollEndpoints(parts.watching, parts.chat),
  ...questionEndpoints(parts.watching, parts.chat),
  ...viewingReactionEndpoints({ chat: parts.chat, ...parts.gestures }),
  ...reminderEndpoints(parts.reminders),
  ...playbackEndpoints(parts.playbacks),
  ...accessLinkEndpoints(parts.links),
  ...participantEndpoints(parts.participants),
  ...personEndpoints(parts.people),
  ...callEndpoints(parts.calls),
  ...stageEndpoints(parts.stage),
  ...assetEndpoints(parts.assets),
  ...documentEndpoints(parts.documents),
  ...recordEndpoints(parts.records),
  ...sampleEndpoints(parts.samples),
  ...transcriptionEndpoints(parts.transcription),
  ...reportEndpoints(parts.reports),
  ...webhookEndpoints(parts.webhooks),
  ...bigBlueButtonEndpoints(parts.bbb),
  ...ownMeetingEndpoints(parts.bbb),
  ...chatEndpoints(parts.chat),
  ...gestureEndpoints(parts.gestures),
  ...boardEndpoints(parts.boards),
  ...brandEndpoints(parts.brand),
  ...pageErrorEndpoints(parts.pageErrors),
  ...diagnosticsEndpoints(parts.diagnostics),
];

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
  parts: Parts;
}

/** Registers all routes. */
async function registerRoutes({ http, upgrades, parts }: App, site: Site, opened: Opened): Promise<void> {
  const { config, socket, files, database, keyring } = opened;
  const { db } = database;
  const { pipeline } = parts;
  registerTokenEndpoint(http, parts.tokens);
  registerEndpoints(http, endpointsOf(parts), pipeline);
  await registerBigBlueButton(http, parts.bbb);
  await registerUploads(http, { ...parts.assets, db, pipeline });
  registerDocs(http, site.docs, addressOfPage(config.LECTERN_URL, ''));
  await registerEngineIntake(http, parts.calls);
  await registerMessageProxy(http, parts.live);
  registerSignalling(http, upgrades, parts.signalling);
  registerFiles(http, { keyring, store: files, findReadable: readableKeysOf(db) });
  registerPlaylists(http, parts.watching);
  registerPlayback(http, { ...parts.bbb, db, files });
  registerLogos(http, parts.brand.logos);
  registerLogos(http, parts.meetingLogos, meetingLogosPath);
  await registerOneClick(http, parts.reminders);
  socket.attach(upgrades);
  await registerPages(http, {
    web: site.web,
    allowedOrigins: config.LECTERN_ALLOWED_ORIGINS,
    sources: { storage: files.origins, servers: serversOf(config) },
  });
}

/** Combines the features into one HTTP server, which does not listen yet. */
export async function createApp(opened: Opened): Promise<App> {
  const { config, log, site, socket, database } = opened;
  const parts = composeParts(opened);
  const upgrades = new Upgrades(log);
  const http = createHttpServer({
    ...{ config, upgrades, ...parts.requests },
    translate: (error) => refusalOfEngine(error) ?? refusalOfAddress(error),
  });
  // Before the routes: its hook has to see their requests.
  const draining = new Draining(http);
  registerHealth(http, parts.health);
  await socket.start(chatSource(database.db), parts.live.inbox);
  await clearPieceFiles(parts.assets.folder);
  const app = { http, upgrades, draining, parts };
  if (site) await registerRoutes(app, site, opened);
  return app;
}
