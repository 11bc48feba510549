import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';

/**
 * Passes the media engine's signalling through at our own address, so that one https address is enough
 * (decisions.md, section 5). The token travels in the query, which no log of ours keeps.
 * @param signalUrl the engine's address: ws, wss, http or https
 */
export async function registerSignalling(app: FastifyInstance, signalUrl: string): Promise<void> {
  const upstream = signalUrl.replace(/^ws/, 'http').replace(/\/$/, '');
  await app.register(httpProxy, {
    upstream,
    prefix: '/rtc',
    logLevel: 'warn',
    rewritePrefix: '/rtc',
    websocket: true,
    // Signalling has no bodies; the proxy would otherwise bring body parsers of its own.
    proxyPayloads: false,
    wsUpstream: upstream.replace(/^http/, 'ws'),
  });
}
