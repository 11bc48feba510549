import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { hostOf, pinnedTo } from '../../platform/http/outgoing/targets.ts';
import type { OutgoingRequest } from '../secret.ts';

export interface PostRequest {
  url: URL;
  /** The only addresses to which the connection may go. */
  addresses: string[];
  request: OutgoingRequest;
  /** Ends the exchange until the status has arrived. */
  deadline: AbortSignal;
  /** Called when the connection is open and the request is being sent. */
  onSending?: (() => void) | undefined;
}

export interface ReceiverResponse {
  statusCode: number;
  /** The stored part of the body: at most 1 KiB. */
  text: string;
}

/** A fault of the receiver for which the system has no error. */
export class ExchangeError extends Error {
  override name = 'ExchangeError';
}

const keptBytes = 1024;
const mostHeaderBytes = 16_384;
/** Interim responses such as 103 Early Hints; a receiver that sends more is abusive. */
const mostInterim = 10;
export const timings = {
  /** The status decides; the body of a slow receiver is not waited for. */
  answerMs: 1000,
};

/**
 * Opens a connection for one exchange: a kept one would go on reaching an address checked long ago. Strict options
 * are explicit, since environment variables can change the defaults.
 */
function connectTo(url: URL, addresses: string[]): { socket: Socket; whenReady: string } {
  const isSecure = url.protocol === 'https:';
  const host = hostOf(url);
  const to = { host, port: Number(url.port || (isSecure ? 443 : 80)), lookup: pinnedTo(addresses) };
  if (!isSecure) return { socket: connectPlain(to), whenReady: 'connect' };
  const socket = connectSecurely({
    ...to,
    servername: isIP(host) ? '' : host.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  });
  return { socket, whenReady: 'secureConnect' };
}

/** Text that any database and page can store, of at most `keptBytes`; an incomplete character is dropped. */
function textOf(bytes: Buffer): string {
  const whole = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
  const again = Buffer.from(whole);
  if (again.length <= keptBytes) return whole;
  return new TextDecoder().decode(again.subarray(0, keptBytes), { stream: true });
}

/** Reads the stored part of the response without decompressing it. The rest is never read. */
function readText(answer: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const parts: Buffer[] = [];
  let size = 0;
  const end = () => {
    clearTimeout(late);
    resolve(textOf(Buffer.concat(parts)));
  };
  const late = setTimeout(end, timings.answerMs);
  answer.on('data', (part: Buffer) => {
    parts.push(part.subarray(0, keptBytes - size));
    size += part.length;
    if (size < keptBytes) return;
    answer.pause();
    end();
  });
  // A cut response: the received part is used.
  for (const event of ['end', 'error', 'close']) answer.on(event, end);
  return promise;
}

/** Sends the request on an open connection; resolves when the response's head has arrived. */
function post({ url, request }: PostRequest, socket: Socket): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method = 'POST' } = request;
  const outgoing = httpRequest({
    // Without an agent: no connection of another attempt, no proxy of the environment.
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      host: url.host,
      ...request.headers,
      ...(method === 'POST' && { 'content-length': Buffer.byteLength(request.body) }),
      connection: 'close',
    },
    maxHeaderSize: mostHeaderBytes,
    insecureHTTPParser: false,
  });
  let interim = 0;
  outgoing.on('information', () => {
    interim += 1;
    if (interim > mostInterim) outgoing.destroy(new ExchangeError('the answer never begins'));
  });
  outgoing.on('upgrade', resolve);
  outgoing.on('response', resolve);
  outgoing.on('error', reject);
  outgoing.end(method === 'POST' ? request.body : undefined);
  return promise;
}

/**
 * Makes one request on a connection of its own, which is destroyed afterwards.
 * @throws the error of the system, TLS or the HTTP parser; the deadline's reason
 */
export async function postToReceiver(sending: PostRequest): Promise<ReceiverResponse> {
  const { url, addresses, deadline, onSending } = sending;
  deadline.throwIfAborted();
  const { socket, whenReady } = connectTo(url, addresses);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const abort = () => reject(deadline.reason);
  deadline.addEventListener('abort', abort, { once: true });
  socket.on('error', reject);
  try {
    await Promise.race([failed, new Promise<void>((resolve) => socket.once(whenReady, () => resolve()))]);
    onSending?.();
    const answer = await Promise.race([failed, post(sending, socket)]);
    const { statusCode = 0 } = answer;
    return { statusCode, text: statusCode === 101 ? '' : await readText(answer) };
  } finally {
    deadline.removeEventListener('abort', abort);
    socket.destroy();
  }
}
