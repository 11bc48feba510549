import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { now } from '../../platform/clock.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most 64 KiB of the body. */
  text: string;
  /** How far the clock of the answering server is ahead of ours, in seconds; undefined if it does not say. */
  aheadSeconds: number | undefined;
}

export const timings = { answerMs: 10_000 };
const mostText = 65_536;

/** A header has whole seconds: half of one is added. */
function aheadOf(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : (time + 500 - now().getTime()) / 1000;
}

/**
 * Sends one GET request. An invalid certificate does not stop it, since a check of its own judges that, and the request
 * contains nothing secret. Redirects are not followed.
 */
export function ask(url: URL, headers: Record<string, string> = {}): Promise<Answer> {
  const isSecure = url.protocol === 'https:';
  const options = { agent: false, headers, signal: AbortSignal.timeout(timings.answerMs) };
  return new Promise((done, fail) => {
    const answer = (
      response: { statusCode?: number | undefined; headers: IncomingHttpHeaders },
      text: string,
    ) =>
      done({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        aheadSeconds: aheadOf(response.headers.date),
      });
    const sent = isSecure
      ? requestSecure(url, { ...options, rejectUnauthorized: false })
      : requestPlain(url, options);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      // The request reports it.
      response.on('error', () => undefined);
      response.on('data', (part: string) => {
        text += part;
        if (text.length > mostText) sent.destroy();
      });
      response.once('close', () => answer(response, text.slice(0, mostText)));
    });
    sent.once('upgrade', (response, socket) => {
      socket.destroy();
      answer(response, '');
    });
    sent.once('error', fail);
    sent.end();
  });
}

/** The fields of `/readyz`; undefined if the answer is not one of Lectern. */
export function readinessIn({ text }: Answer) {
  try {
    const body: unknown = JSON.parse(text);
    const { status, dependencies = {} } = body as {
      status?: unknown;
      dependencies?: Record<string, unknown>;
    };
    const known = ['ready', 'starting', 'stopping'].find((name) => name === status);
    if (known === undefined) return undefined;
    const down = Object.keys(dependencies).filter((name) => dependencies[name] === 'down');
    return { isReady: known === 'ready', down };
  } catch {
    return undefined;
  }
}

export interface FoundCertificate {
  /** The code of what is wrong with it; undefined: nothing. */
  problem: string | undefined;
  from: Date;
  until: Date;
}

/** The certificate at this host and port. @throws the error if there is no TLS connection */
export function certificateAt(host: string, port: number): Promise<FoundCertificate> {
  return new Promise((done, fail) => {
    // A server may have a certificate for each name, and none for an address.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, rejectUnauthorized: false, ...name });
    socket.setTimeout(timings.answerMs, () =>
      socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
      const problem = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      done({ problem, from: new Date(from), until: new Date(until) });
    });
  });
}
