import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { Client } from 'undici';
import { ticks } from '../../platform/clock.ts';
import type { Cidr } from '../../platform/http/networks.ts';
import type { SignedRequest } from '../secret.ts';
import { addressesOf, parseTarget, type Resolve, TargetRefused, TargetUnknown } from '../targets.ts';

/** What came of one attempt. */
export interface Outcome {
  isProcessed: boolean;
  durationMs: number;
  statusCode: number | null;
  /** The first KiB of the answer. */
  answer: string | null;
  error: string | null;
}

export interface Sending {
  url: string;
  request: SignedRequest;
  allowedNetworks: Cidr[];
  resolve: Resolve;
  timeoutMs: number;
  /** Ends the attempt early; it then rejects with the signal's reason. */
  stop: AbortSignal;
  /** Called when the connection stands and the request is on its way. */
  onSending?: () => void;
}

const keptBytes = 1024;
/** The status is what counts; a receiver that says yes and then dawdles is not waited for. */
const answerMs = 1000;

const sentences: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the target cannot be reached',
  ENETUNREACH: 'the target cannot be reached',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
};

function sentenceOf(error: unknown): string {
  if (error instanceof TargetRefused) return `the target ${error.message}`;
  if (error instanceof TargetUnknown) return `the target: ${error.message}`;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = sentences[String(code)];
  if (known) return known;
  // OpenSSL's and undici's own words: certificates that do not fit, answers that are not HTTP.
  return `${code ? `${String(code)}: ` : ''}${String(message ?? 'unknown')}`.slice(0, 300);
}

/** Gives only the addresses that were checked, whatever the name leads to by now. */
function pinnedTo(addresses: string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, entries);
    else callback(null, entries[0]?.address ?? '', entries[0]?.family);
  };
}

/** Reads what is kept of the answer; the rest is never read. */
async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= keptBytes) break;
    }
  } catch {
    // A cut or dawdling answer: what came is what there is.
  }
  return Buffer.concat(parts).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\uFFFD');
}

/** The body as a stream, which is first asked for when the connection stands. */
async function* bodyOf(bytes: Buffer, onSending?: () => void): AsyncGenerator<Buffer> {
  onSending?.();
  yield bytes;
}

async function post(sending: Sending, deadline: AbortSignal) {
  const url = parseTarget(sending.url);
  const bytes = Buffer.from(sending.request.body);
  const addresses = await raced(addressesOf(url, sending.allowedNetworks, sending.resolve), deadline);
  // A client for this one attempt: a connection kept open would go on reaching an address checked long ago.
  const client = new Client(url.origin, {
    connect: { lookup: pinnedTo(addresses), rejectUnauthorized: true },
    pipelining: 1,
  });
  try {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...sending.request.headers, 'content-length': String(bytes.length) },
      body: Readable.from(bodyOf(bytes, sending.onSending)),
      reset: true,
      signal: deadline,
      headersTimeout: 0,
      bodyTimeout: answerMs,
    });
    body.on('error', () => undefined);
    const late = setTimeout(() => body.destroy(), answerMs);
    const answer = await readAnswer(body);
    clearTimeout(late);
    return { statusCode, answer };
  } finally {
    await client.destroy().catch(() => undefined);
  }
}

/** A promise that an abort ends. */
async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Makes one attempt. A refusal, an error and a time-out are outcomes; only `stop` makes it reject.
 * The target's rules are kept here again, at every attempt, and the connection goes to the checked address.
 */
export async function send(sending: Sending): Promise<Outcome> {
  const begin = ticks();
  const took = () => Math.round(ticks() - begin);
  const timeout = AbortSignal.timeout(sending.timeoutMs);
  try {
    const { statusCode, answer } = await post(sending, AbortSignal.any([timeout, sending.stop]));
    const isProcessed = statusCode >= 200 && statusCode <= 299;
    return { isProcessed, durationMs: took(), statusCode, answer, error: null };
  } catch (error) {
    sending.stop.throwIfAborted();
    const isLate = timeout.aborted;
    const said = isLate ? `no answer within ${sending.timeoutMs / 1000} s` : sentenceOf(error);
    return { isProcessed: false, durationMs: took(), statusCode: null, answer: null, error: said };
  }
}
