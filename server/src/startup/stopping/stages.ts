import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { finishAllCalls } from '../../calls/calls.ts';
import { seconds } from '../../platform/clock.ts';
import type { Draining } from '../../platform/http/draining.ts';
import type { Upgrades } from '../../platform/http/upgrades.ts';
import type { Readiness } from '../../system/readiness.ts';
import type { StartedDatabase } from '../database.ts';
import type { StartedEngine } from '../engine.ts';
import { askMs, type Membership } from '../nodes/nodes.ts';
import type { AppParts, Wiring } from '../wiring.ts';
import type { StopStep } from './stopping.ts';

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

export const stopOfNode = (node: Pick<Membership, 'leave'>): StopStep => ({
  name: 'membership of this node',
  withinMs: 500,
  stop: () => node.leave(),
  advice:
    'Other nodes count this one as running for 15 s; if the database hangs, check its machine and disk.',
});

/** How long responses in progress, such as downloads, may take to end. */
const requestsMs = 10_000;

/** The port closes once load balancers, where other nodes take over, have noticed that this one is not ready. */
function stopOfListening({ config, hasOthers, log }: AppParts, draining: Draining): StopStep {
  const mayHaveOthers = config.DATABASE_URL !== undefined && config.LECTERN_ROLES.includes('api');
  const waitMs = mayHaveOthers ? seconds(config.LECTERN_DRAIN_SECONDS) : 0;
  return {
    name: 'listening',
    withinMs: waitMs + 2 * askMs,
    isWait: true,
    stop: async (_withinMs, cut) => {
      if (waitMs > 0 && (await hasOthers())) {
        log.info({ waitMs }, 'stopping: requests are answered until load balancers have noticed');
        await pause(waitMs, undefined, { signal: cut }).catch(() => undefined);
      }
      draining.close();
    },
    advice: 'Load balancers may have sent requests to this node until it ended.',
  };
}

interface Running {
  app: AppParts;
  wiring: Wiring;
  http: FastifyInstance;
  upgrades: Upgrades;
  draining: Draining;
  readiness: Readiness;
  stopWork: () => Promise<void>;
}

/** How the app is stopped: by an ordinary shutdown, and after an uncaught error. */
export function stagesOf({ app, wiring, http, upgrades, draining, readiness, stopWork }: Running) {
  const unready: StopStep = {
    name: 'readiness',
    withinMs: 250,
    stop: () => {
      readiness.off();
      draining.begin();
    },
    advice: 'Health checks may report this node as ready until it has ended.',
  };
  const loadBalancers = stopOfListening(app, draining);
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
    stop: async () => {
      await app.socket.stop();
      // Signalling: LiveKit's clients reconnect at once, too.
      upgrades.close();
    },
    advice: 'Clients reconnect by themselves. If REDIS_URL is set, check Redis.',
  };
  const requests: StopStep = {
    name: 'requests in progress',
    withinMs: requestsMs,
    isWait: true,
    stop: (_withinMs, cut) => draining.settle(cut),
    advice: 'They were cut. Downloads continue where they stopped when their clients ask again.',
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
    stopStages: [[unready], [loadBalancers], [calls], [sockets, requests], [server], [work, mail]],
    crashStages: [[unready], [sockets], [server]],
  };
}
