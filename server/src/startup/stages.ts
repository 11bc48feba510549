import type { FastifyInstance } from 'fastify';
import { finishAllCalls } from '../calls/calls.ts';
import type { Readiness } from '../system/readiness.ts';
import type { StartedDatabase } from './database.ts';
import type { StartedEngine } from './engine.ts';
import type { StopStep } from './stopping.ts';
import type { AppParts, Wiring } from './wiring.ts';

/** Without it, a database and a Redis that hang together leave the engines too little: they would be orphaned. */
const reservedForEnginesMs = 2_000;

export const stopOfDatabase = ({ stop }: StartedDatabase): StopStep => ({
  name: 'database',
  withinMs: Number.POSITIVE_INFINITY,
  reservedMs: reservedForEnginesMs,
  stop,
  advice:
    'What was committed is safe. If PostgreSQL still runs, check the disk and end it ("kill -9") before the next start.',
});

export const stopOfMedia = ({ stop }: StartedEngine): StopStep => ({
  name: 'media server',
  withinMs: Number.POSITIVE_INFINITY,
  reservedMs: reservedForEnginesMs,
  stop,
  advice: 'If livekit-server still runs, end it ("kill -9") before the next start.',
});

export const stopOfNode = (leave: () => Promise<void>): StopStep => ({
  name: 'membership of this node',
  withinMs: 500,
  stop: leave,
  advice:
    'Other nodes count this one as running for 15 s; if the database hangs, check its machine and disk.',
});

interface Running {
  app: AppParts;
  wiring: Wiring;
  http: FastifyInstance;
  readiness: Readiness;
  stopWork: () => Promise<void>;
}

/** How the app is stopped: by an ordinary shutdown, and after an uncaught error. */
export function stagesOf({ app, wiring, http, readiness, stopWork }: Running) {
  const unready: StopStep = {
    name: 'readiness',
    withinMs: 250,
    stop: () => readiness.off(),
    advice: 'Health checks may report this node as ready until it has ended.',
  };
  // Before the sockets close, so that people learn that their call ended.
  const calls: StopStep = {
    name: 'calls',
    withinMs: 2_500,
    stop: () => app.engineEndsWithUs && finishAllCalls(wiring.calls),
    advice: 'The next start ends the calls that were left. Check the database and the media server.',
  };
  // Before the HTTP server, which waits for open sockets.
  const sockets: StopStep = {
    name: 'sockets',
    withinMs: 1_500,
    stop: () => app.socket.stop(),
    advice: 'Clients reconnect by themselves. If REDIS_URL is set, check Redis.',
  };
  const server: StopStep = {
    name: 'HTTP server',
    withinMs: 500,
    stop: () => http.close(),
    advice: 'Connections that were left end with the process.',
  };
  const work: StopStep = {
    name: 'background work',
    withinMs: 2_000,
    stop: () => {
      wiring.limits.stop();
      wiring.reactions.stop();
      return stopWork();
    },
    advice: 'Another node or the next start continues it. Check the database and the media server.',
  };
  const mail: StopStep = {
    name: 'mail',
    withinMs: 1_000,
    stop: () => wiring.mailer?.stop(),
    advice: 'Emails in progress may be lost. Check the mail server of SMTP_URL.',
  };
  return {
    stopStages: [[unready], [calls], [sockets], [server], [work, mail]],
    crashStages: [[unready], [sockets], [server]],
  };
}
