import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';

export interface SignallingParts {
  /** The engine's address: ws, wss, http or https. */
  signalUrl: string;
  /** May whom this signalling token names still be in the call? (The engine alone judges whether it is genuine.) */
  mayConnect: (token: string) => Promise<boolean>;
}

/**
 * Browsers cannot set headers on a WebSocket and send the token in the query; other clients use the header. Who sends
 * several is judged by each: which of them the engine will take is its own affair.
 */
function tokensOf(request: FastifyRequest): string[] {
  const { access_token: inQuery } = request.query as { access_token?: string | string[] };
  const inHeader = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  return [inQuery ?? [], inHeader ?? []].flat();
}

/** Clients that are no browsers send their token in this header; the proxy hands on none by itself. */
const handOnAuthorization: object = {
  rewriteRequestHeaders: (headers: IncomingHttpHeaders, { headers: { authorization } }: FastifyRequest) =>
    authorization === undefined ? headers : { ...headers, authorization },
};

/**
 * Passes the media engine's signalling through at our own address, so that one https address is enough
 * (decisions.md, section 5). Clients hold tokens that the engine renewed and nobody can revoke: who was put out
 * is refused here, before the engine lets them in again. No log of ours keeps the query with the token in it.
 */
export async function registerSignalling(app: FastifyInstance, parts: SignallingParts): Promise<void> {
  const upstream = parts.signalUrl.replace(/^ws/, 'http').replace(/\/$/, '');
  await app.register(httpProxy, {
    upstream,
    prefix: '/rtc',
    logLevel: 'warn',
    rewritePrefix: '/rtc',
    websocket: true,
    // Signalling has no bodies; the proxy would otherwise bring body parsers of its own.
    proxyPayloads: false,
    wsUpstream: upstream.replace(/^http/, 'ws'),
    wsClientOptions: { ...handOnAuthorization },
    preHandler: async (request) => {
      for (const token of tokensOf(request)) {
        if (!(await parts.mayConnect(token))) throw new Refusal('removed_from_call');
      }
    },
  });
}
