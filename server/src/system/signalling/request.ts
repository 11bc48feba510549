import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../platform/errors.ts';

export interface SignallingRequest {
  /** The path and the query without the token. */
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
 * Reads the token of a signalling request: browsers, which cannot set headers on a WebSocket, send it in the query, other
 * clients in the header. A request with several tokens is refused, since LiveKit might choose another one than we do.
 */
export function readSignallingRequest(request: IncomingMessage): SignallingRequest {
  const { url = '' } = request;
  const [path = url] = url.split('?', 1);
  const query = new URLSearchParams(url.slice(path.length));
  const [token, ...more] = tokensIn(request, query);
  if (!token || more.length > 0) throw new Refusal('unauthorized');
  query.delete('access_token');
  return { target: query.size > 0 ? `${path}?${query}` : path, token };
}
