import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { startLectern } from '../server/testing/lectern.ts';
import { loadUp } from './lib/load.ts';
import { cpuSecondsOf } from './lib/processes.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures sign-ins a second (one argon2id each), and the latency of other requests meanwhile. */
const signingIn = 16;
const seconds = 15;
const warmSeconds = 3;
const askers = 4;
/** Pause between two requests of one client, so that they measure the load without adding to it. */
const pauseMs = 20;

interface Asking {
  url: string;
  token: string;
  isOver: () => boolean;
}

/** One program that lists its groups now and then; latencies in ms. */
async function ask({ url, token, isOver }: Asking): Promise<number[]> {
  const client = new Client(url, { pipelining: 1 });
  const latencies: number[] = [];
  while (!isOver()) {
    const since = performance.now();
    const answer = await client.request({
      method: 'GET',
      path: '/v1/spaces',
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
    latencies.push(performance.now() - since);
    await pause(pauseMs);
  }
  await client.close();
  return latencies;
}

async function askFor(forSeconds: number, url: string, token: string): Promise<number[]> {
  const end = performance.now() + forSeconds * 1000;
  const isOver = () => performance.now() > end;
  const all = await Promise.all(Array.from({ length: askers }, () => ask({ url, token, isOver })));
  return all.flat();
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
try {
  const { email, password, personalToken } = lectern.owner;
  await lectern.client(personalToken).createSpace({ body: { name: 'Bench' } });
  await askFor(2, lectern.url, personalToken);
  const calm = spreadOf(await askFor(5, lectern.url, personalToken));
  const cpuBefore = cpuSecondsOf(lectern.pid());
  const loading = loadUp({
    url: lectern.url,
    path: '/v1/auth/session',
    headers: { 'content-type': 'application/json', origin: lectern.url },
    body: () => JSON.stringify({ email, password }),
    connections: signingIn,
    seconds,
    warmSeconds,
    expectStatus: 200,
  });
  const meanwhile = spreadOf(await askFor(warmSeconds + seconds, lectern.url, personalToken));
  const signIns = await loading;
  report({
    name: 'sign-in',
    unit: 'ms',
    figures: {
      [`sign-ins a second, ${signingIn} at once`]: signIns.perSecond,
      'a sign-in': signIns.latency,
      'GET /v1/spaces meanwhile': meanwhile,
      'GET /v1/spaces without any': calm,
      'server, processor seconds in the run': cpuSecondsOf(lectern.pid()) - cpuBefore,
    },
    goals: [{ what: 'p99 of other requests', measured: meanwhile.p99, bound: 100, unit: 'ms' }],
  });
} finally {
  await lectern.remove();
}
