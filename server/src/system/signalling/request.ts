import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../platform/errors.ts';

export interface SignallingRequest {
  /** The registered path with the parameters of LiveKit's clients, without the token. */
  target: string;
  token: string;
}

/**
 * The parameters that LiveKit's clients send beside the token. All others are dropped: `publish` would give the holder of
 * one token any number of further participants in the room, who are unknown to our server.
 */
const passedOn = new Set([
  'adaptive_stream',
  'auto_subscribe',
  'auto_subscribe_data_track',
  'browser',
  'browser_version',
  'capabilities',
  'client_protocol',
  'device_model',
  'disable_ice_lite',
  'join_request',
  'network',
  'os',
  'os_version',
  'protocol',
  'reconnect',
  'reconnect_reason',
  'sdk',
  'sid',
  'subscriber_allow_pause',
  'version',
]);

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
  const passed = new URLSearchParams([...query].filter(([name]) => passedOn.has(name)));
  return { target: passed.size > 0 ? `${path}?${passed}` : path, token };
}
