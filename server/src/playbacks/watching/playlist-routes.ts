import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../../platform/clock.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { FreshValues } from './fresh-values.ts';
import { type PlaylistBytes, playlistBytes } from './live-playlists.ts';
import type { PlayableRendition, PlayableVideo } from './playable-videos.ts';
import { masterPlaylist, mediaPlaylist, type SegmentWindow, wholeOf, windowAt } from './playlist.ts';
import { isSeekable, isShown, positionOf } from './standing.ts';
import { playlistsPath, type ViewingCaches } from './viewing-caches.ts';
import type { SeenViewing } from './viewings.store.ts';

/** A viewing that may be watched now, with its video. */
interface Shown {
  viewing: SeenViewing;
  video: PlayableVideo;
}

/** The token in the address is the only credential. It proves the viewing; what it permits is asked anew. */
async function shownBy({ tokens, watchers, videos }: ViewingCaches, token: string): Promise<Shown> {
  const grant = tokens.open(token, now());
  const viewing = grant && (await watchers.get(grant.viewingId));
  const isOwn = viewing?.participantId === grant?.participantId && viewing?.sessionId === grant?.sessionId;
  if (!viewing || !isOwn || !viewing.isAdmitted) return refuse('playlist_link_invalid');
  const video = isShown(viewing, now()) ? await videos.get(viewing.videoId) : undefined;
  return video ? { viewing, video } : refuse('session_not_running');
}

const renditionOf = ({ renditions }: PlayableVideo, name: string): PlayableRendition =>
  renditions.find((rendition) => rendition.name === name) ?? refuse('not_found');

/** The segments of a replay or a permanent session that this viewer may load now. */
function windowOf({ viewing, video }: Shown, { times }: PlayableRendition): SegmentWindow {
  if (isSeekable(viewing.kind, viewing.isReplayAllowed)) return wholeOf(times);
  return windowAt(times, positionOf(viewing, video.duration, now()));
}

/**
 * The playlist of a viewer who is alone with their position. Its segments are addresses of ours, each of which checks
 * the viewer again: a video may be longer than an address of the storage is valid.
 */
function ownPlaylist(shown: Shown, rendition: PlayableRendition): string {
  const { name, times } = rendition;
  return mediaPlaylist({
    times,
    window: windowOf(shown, rendition),
    initAddress: `${name}/init.mp4`,
    addressOf: (index) => `${name}/${index}.m4s`,
    isVideo: isSeekable(shown.viewing.kind, shown.viewing.isReplayAllowed),
  });
}

const contentType = 'application/vnd.apple.mpegurl';
const acceptsGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers['accept-encoding'] ?? ''));

function sendPlaylist(request: FastifyRequest, reply: FastifyReply, bytes: PlaylistBytes): FastifyReply {
  const isCompressed = acceptsGzip(request);
  if (isCompressed) reply.header('content-encoding', 'gzip');
  // The address is a credential, and the content is old after a second.
  reply.type(contentType).headers({ 'cache-control': 'no-store', vary: 'accept-encoding' });
  return reply.send(isCompressed ? bytes.gzip : bytes.plain);
}

/** `-1` for the initialization segment; undefined for a name that no playlist has. */
function indexIn(name: string): number | undefined {
  if (name === 'init.mp4') return -1;
  const digits = /^(0|[1-9]\d{0,5})\.m4s$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Serves playlists at addresses with a signed token, and the addresses of the segments of replays. */
export function registerPlaylists(app: FastifyInstance, watching: ViewingCaches): void {
  const videosMs = 60_000;
  const made = new FreshValues<PlaylistBytes>(videosMs);

  async function playlistFor(shown: Shown, file: string): Promise<PlaylistBytes> {
    const { viewing, video } = shown;
    const names = video.renditions.map(({ name }) => name).join();
    if (file === 'master.m3u8') {
      return made.get(`${video.id} master ${names}`, () => playlistBytes(masterPlaylist(video.renditions)));
    }
    const rendition = renditionOf(video, file.replace(/\.m3u8$/, ''));
    if (!file.endsWith('.m3u8')) throw new Refusal('not_found');
    if (viewing.kind === 'live') return watching.playlists.of({ ...viewing, ...rendition });
    if (!isSeekable(viewing.kind, viewing.isReplayAllowed))
      return playlistBytes(ownPlaylist(shown, rendition));
    return made.get(`${video.id} ${rendition.name}`, () => playlistBytes(ownPlaylist(shown, rendition)));
  }

  const path = `${playlistsPath}:token/`;
  app.get<{ Params: { token: string; file: string } }>(`${path}:file`, async (request, reply) => {
    const { token, file } = request.params;
    const shown = await shownBy(watching, token);
    return sendPlaylist(request, reply, await playlistFor(shown, file));
  });
  type SegmentParams = { token: string; rendition: string; segment: string };
  app.get<{ Params: SegmentParams }>(`${path}:rendition/:segment`, async (request, reply) => {
    const { token, rendition: name, segment } = request.params;
    const shown = await shownBy(watching, token);
    const rendition = renditionOf(shown.video, name);
    const index = indexIn(segment);
    // The playlist of a live session has the storage's addresses.
    if (shown.viewing.kind === 'live' || index === undefined) throw new Refusal('not_found');
    const { first, end } = windowOf(shown, rendition);
    if (index !== -1 && (index < first || index >= end)) throw new Refusal('not_found');
    reply.header('cache-control', 'no-store');
    return reply.redirect(await watching.addresses.ofNow(rendition.keyOf(index)), 302);
  });
}
