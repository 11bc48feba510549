import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { seconds } from '../../../platform/clock.ts';
import { randomToken } from '../../../platform/crypto.ts';
import { languageOf } from '../../../platform/mail/language.ts';
import { vttOf } from '../tracks/tracks.ts';
import { addressOfPlayback, makePass, playbackPath, timings } from './addresses.ts';
import { type OpenedPlayback, openPlayback, type PlaybackPageParts, playedParts } from './open.ts';
import { renderNotice, renderPlayback } from './page.ts';

const cookieName = 'playbackPass';

/** Nothing but this page's own style, script, videos and captions. Learning platforms may show it in a frame. */
const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const headersWith = (policy: string) => ({
  'content-security-policy': policy,
  'cache-control': 'private, no-store',
  // The address is a credential.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

type PlaybackRequest = FastifyRequest<{
  Params: { key: string };
  Querystring: { pass?: unknown; part?: unknown };
}>;

const passesOf = ({ params: { key }, query: { pass }, headers: { cookie }, server }: PlaybackRequest) => ({
  key,
  address: typeof pass === 'string' ? pass : undefined,
  browser: cookie === undefined ? undefined : server.parseCookie(cookie)[cookieName],
});

/** Lets the browser that opened a protected recording come back. */
function keepOpen(parts: PlaybackPageParts, key: string, reply: FastifyReply): void {
  const { keyring, webUrl } = parts;
  const { pathname } = new URL(addressOfPlayback(parts, { playbackKey: key, isProtected: false }));
  const options = {
    ...{ httpOnly: true, secure: webUrl.protocol === 'https:', sameSite: 'lax' as const, path: pathname },
    maxAge: timings.staysMs / seconds(1),
  };
  const value = makePass(keyring, 'browser', key);
  reply.header('set-cookie', reply.server.serializeCookie(cookieName, value, options));
}

async function sendPage(
  parts: PlaybackPageParts,
  { request, reply }: { request: PlaybackRequest; reply: FastifyReply },
  opened: OpenedPlayback,
) {
  const nonce = randomToken(16);
  const shown = { language: languageOf(request.headers['accept-language'] ?? ''), nonce };
  reply.type('text/html; charset=utf-8').headers(headersWith(policyWith(nonce)));
  if ('notice' in opened) return reply.status(opened.status).send(renderNotice(opened.notice, shown));
  const { recording } = opened;
  // Programs that check the address need no page, and a fresh address stays fresh.
  if (request.method === 'HEAD') return reply.send('');
  if (recording.isProtected) keepOpen(parts, recording.playbackKey, reply);
  const played = await playedParts(parts, recording);
  return reply.send(renderPlayback({ ...recording, parts: played }, shown));
}

interface OfTrack {
  Params: { key: string; kind: string; file: string };
}

/** Serves the pages that play recordings, and their captions, to everybody who has the address. */
export function registerPlayback(app: FastifyInstance, parts: PlaybackPageParts): void {
  app.route<{ Params: { key: string }; Querystring: { pass?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: `${playbackPath}/:key`,
    handler: async (request, reply) =>
      sendPage(parts, { request, reply }, await openPlayback(parts, passesOf(request))),
  });
  app.route<OfTrack & { Querystring: { pass?: unknown; part?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: `${playbackPath}/:key/:kind/:file`,
    handler: async (request, reply) => {
      const opened = await openPlayback(parts, passesOf(request));
      if ('notice' in opened) return sendPage(parts, { request, reply }, opened);
      const { kind, file } = request.params;
      const { part } = request.query;
      const number = typeof part === 'string' && /^\d{1,4}$/.test(part) ? Number(part) : undefined;
      const language = /^(.+)\.vtt$/.exec(file)?.[1];
      const content =
        language !== undefined && (kind === 'captions' || kind === 'subtitles')
          ? await vttOf(parts.db, opened.recording.meeting, { kind, language, part: number })
          : undefined;
      if (content === undefined) return sendPage(parts, { request, reply }, { notice: 'gone', status: 404 });
      return (
        reply
          .type('text/vtt; charset=utf-8')
          .headers({
            ...headersWith("default-src 'none'; sandbox"),
            'cross-origin-resource-policy': 'cross-origin',
          })
          // Foreign players read captions by a script.
          .header('access-control-allow-origin', '*')
          .send(content)
      );
    },
  });
}
