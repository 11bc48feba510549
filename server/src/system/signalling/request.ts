import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../platform/errors.ts';

export interface SignallingRequest {
  /** The registered path and the query without the token. */
  target: string;
  token: string;
}

function tokensIn({ headersDistinct }: IncomingMessage, query: URLSearchParams): (string | undefined)[] {
  const headers = headersDistinct.authorization ?? [];
  return [
    ...query.getAll('access_token'),
    ...headers.map((header) => /^Bearer +(\S+) *$/i.exec(header)?.[1]),
  ];
}

/**
 * Reads the token of a signalling request. Browsers cannot set headers on a WebSocket and send it in the query, other
 * clients in the header. A request with several tokens is refused, since LiveKit might choose another one than we do.
 * The target gets the path of the route: a request line may also name a host, which must not change where we connect.
 */
export function readSignallingRequest(request: IncomingMessage, path: string): SignallingRequest {
  const { url = '' } = request;
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const [token, ...more] = tokensIn(request, query);
  if (!token || more.length > 0) throw new Refusal('unauthorized');
  query.delete('access_token');
  return { target: query.size > 0 ? `${path}?${query}` : path, token };
}
