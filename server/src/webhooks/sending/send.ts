import { ticks } from '../../platform/clock.ts';
import { abortOnSignal } from '../../platform/concurrency/abort-on-signal.ts';
import type { Cidr } from '../../platform/http/networks.ts';
import {
  addressesOf,
  parseTarget,
  type Resolve,
  TargetRefused,
  TargetUnknown,
} from '../../platform/http/outgoing/targets.ts';
import type { OutgoingRequest } from '../secret.ts';
import { ExchangeError, postToReceiver, type ReceiverResponse } from './exchange.ts';

/** The outcome of one attempt. */
export interface AttemptOutcome {
  isProcessed: boolean;
  durationMs: number;
  statusCode: number | null;
  /** The first KiB of the response. */
  answer: string | null;
  error: string | null;
}

export interface Sending {
  url: string;
  request: OutgoingRequest;
  allowedNetworks: Cidr[];
  resolve: Resolve;
  timeoutMs: number;
  /** Ends the attempt early; it then rejects with the signal's reason. */
  stop: AbortSignal;
  /** Called when the connection is open and the request is being sent. */
  onSending?: () => void;
}

const cut = 'the connection was cut';
const unreachable = 'the target cannot be reached';
const unknownIssuer =
  'the certificate is from nobody that this installation trusts, or its chain is not complete';
const noCommonTls = 'the target and this installation have no version or cipher of TLS in common';

const sentences: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: cut,
  EPIPE: cut,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: unreachable,
  HPE_HEADER_OVERFLOW: 'the answer has too many headers',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate does not match the target's name",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noCommonTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noCommonTls,
  ERR_SSL_WRONG_VERSION_NUMBER: 'the target does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the target does not speak TLS on this port',
};

/** One line that can be stored and shown: certificates and parsers quote the other side. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 300)
    .toWellFormed();

function sentenceOf(error: unknown): string {
  if (error instanceof TargetRefused) return `the target ${error.message}`;
  if (error instanceof TargetUnknown) return `the target: ${error.message}`;
  if (error instanceof ExchangeError) return error.message;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = sentences[String(code)];
  if (known) return known;
  if (String(code).startsWith('HPE_')) return plain(`the answer is not HTTP (${String(message)})`);
  return plain(`${code ? `${String(code)}: ` : ''}${String(message ?? 'unknown')}`);
}

/** Checks the target's rules again at every attempt; the connection goes to the checked addresses. */
async function post(sending: Sending, deadline: AbortSignal): Promise<ReceiverResponse> {
  const { request, allowedNetworks, resolve, onSending } = sending;
  const url = parseTarget(sending.url);
  const addresses = await abortOnSignal(addressesOf(url, allowedNetworks, resolve), deadline);
  return postToReceiver({ url, addresses, request, deadline, onSending });
}

/**
 * Makes one attempt. Refusals, errors and timeouts are outcomes; only `stop` makes it reject.
 * @throws the reason of `stop`
 */
export async function sendAttempt(sending: Sending): Promise<AttemptOutcome> {
  const { stop, timeoutMs } = sending;
  stop.throwIfAborted();
  const begin = ticks();
  const took = () => Math.round(ticks() - begin);
  const deadline = new AbortController();
  const late = new ExchangeError(`no answer within ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => deadline.abort(late), timeoutMs);
  const abort = () => deadline.abort(stop.reason);
  stop.addEventListener('abort', abort, { once: true });
  const onSending = () => {
    // After a freeze of this process the connection may be reported before the timer: by now another node sends this.
    if (took() > timeoutMs) throw late;
    sending.onSending?.();
  };
  try {
    const { statusCode, text } = await post({ ...sending, onSending }, deadline.signal);
    const isProcessed = statusCode >= 200 && statusCode <= 299;
    return { isProcessed, durationMs: took(), statusCode, answer: text, error: null };
  } catch (error) {
    stop.throwIfAborted();
    const said = sentenceOf(error);
    return { isProcessed: false, durationMs: took(), statusCode: null, answer: null, error: said };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}
