import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowAttack {
  /** How many connections are open at a time; a closed one is opened again. */
  connections: number;
  signal: AbortSignal;
  /** How long each connection pauses before it sends more. */
  everyMs?: number;
}

export interface SlowOutcome {
  opened: number;
  /** Connections that the server closed with 408, or because the client did not read. */
  timedOut: number;
  /** How long the longest connection stayed open. */
  longestMs: number;
}

interface Sent {
  /** Sent at once. */
  head: string;
  /** Sent repeatedly, with pauses. */
  more: string;
  /** The client reads nothing. */
  isUnread?: boolean;
}

/** @returns whether the server closed the connection because of the client */
async function hold(socket: Socket, { head, more, isUnread }: Sent, attack: SlowAttack): Promise<boolean> {
  let text = '';
  if (!isUnread) {
    socket.on('data', (chunk) => {
      text += chunk;
    });
  }
  socket.on('error', () => undefined);
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  socket.write(head);
  const signal = AbortSignal.any([attack.signal, closed.signal]);
  while (!signal.aborted) {
    if (more !== '' && socket.writable) socket.write(more);
    await pause(attack.everyMs ?? 500, undefined, { signal }).catch(() => undefined);
  }
  socket.destroy();
  return isUnread ? closed.signal.aborted : text.startsWith('HTTP/1.1 408');
}

async function attackWith(url: string, what: Sent, attack: SlowAttack) {
  const { hostname, port } = new URL(url);
  const outcome: SlowOutcome = { opened: 0, timedOut: 0, longestMs: 0 };
  const one = async () => {
    while (!attack.signal.aborted) {
      const began = performance.now();
      outcome.opened += 1;
      const isTimedOut = await hold(connect(Number(port), hostname), what, attack);
      const lasted = performance.now() - began;
      outcome.longestMs = Math.max(outcome.longestMs, lasted);
      // Do not reconnect at once to a server that is down or full.
      if (lasted < 100) await pause(100);
      if (isTimedOut) outcome.timedOut += 1;
    }
  };
  await Promise.all(Array.from({ length: attack.connections }, one));
  return outcome;
}

/** Sends requests whose headers never end. */
export const slowHeaders = (url: string, attack: SlowAttack): Promise<SlowOutcome> =>
  attackWith(url, { head: 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', more: 'a' }, attack);

/** Sends requests whose bodies never end to an operation without credentials. */
export const slowBodies = (url: string, attack: SlowAttack): Promise<SlowOutcome> => {
  const lines = ['POST /v1/auth/token HTTP/1.1', 'host: x', 'content-type: application/json'];
  const head = `${[...lines, 'content-length: 1000000'].join('\r\n')}\r\n\r\n{`;
  return attackWith(url, { head, more: ' ' }, attack);
};

/** Opens connections and sends nothing. */
export const silentConnections = (url: string, attack: SlowAttack): Promise<SlowOutcome> =>
  attackWith(url, { head: '', more: '' }, attack);

/** Requests a large file ten times on each connection and never reads. `path` is the file, by default our largest. */
export const unreadResponses = (
  url: string,
  { path = '/docs/swagger-ui-bundle.js', ...attack }: SlowAttack & { path?: string },
): Promise<SlowOutcome> => {
  const request = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  // A client that does not read notices a closed connection only when it sends.
  return attackWith(url, { head: request.repeat(10), more: request, isUnread: true }, attack);
};
