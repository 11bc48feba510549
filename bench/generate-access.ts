import { fork } from 'node:child_process';
import { join } from 'node:path';
import { startLectern } from '../server/testing/lectern.ts';
import { type HttpLoad, loadUp } from './lib/load.ts';
import { cpuSecondsOf } from './lib/processes.ts';
import { report } from './lib/report.ts';

/** Measures access links a second over HTTP on the embedded database, beside the same load on a bare route. */
const connections = 32;
const seconds = 10;
const warmSeconds = 3;
const body = (n: number) =>
  JSON.stringify({ username: `Learner ${n}`, role: 'user', externalUserId: `learner-${n}`, ttl: 7200 });

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
const bare = fork(join(import.meta.dirname, 'lib/bare-server.ts'));
try {
  const client = lectern.client(lectern.owner.personalToken);
  const space = await client.createSpace({ body: { name: 'Bench' } });
  const room = await client.createRoom({ spaceId: space.id, body: { name: 'Bench' } });
  const bareUrl = await new Promise<string>((resolve) => bare.once('message', (url) => resolve(String(url))));

  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${lectern.owner.personalToken}`,
  };
  const common: Omit<HttpLoad, 'url' | 'path'> = {
    headers,
    body,
    connections,
    seconds,
    warmSeconds,
    expectStatus: 201,
  };
  const cpuBefore = cpuSecondsOf(lectern.pid());
  const path = `/v1/spaces/${space.id}/rooms/${room.id}/generate-access`;
  const ours = await loadUp({ ...common, url: lectern.url, path });
  const serverCpu = cpuSecondsOf(lectern.pid()) - cpuBefore;
  const floor = await loadUp({ ...common, url: bareUrl, path: '/bare' });

  report({
    name: 'generate-access',
    unit: 'ms',
    figures: {
      [`links a second, ${connections} connections`]: ours.perSecond,
      latency: ours.latency,
      'server, processor seconds in the run': serverCpu,
      'generator, processor s a thousand requests': ours.generatorCpuPerThousand,
      'bare Fastify route, a second': floor.perSecond,
      'bare Fastify route, latency': floor.latency,
      'its generator, processor s a thousand requests': floor.generatorCpuPerThousand,
    },
    goals: [
      { what: 'links a second', measured: ours.perSecond, bound: 1000, unit: '/s', atLeast: true },
      { what: 'p99', measured: ours.latency.p99, bound: 60, unit: 'ms' },
    ],
  });
} finally {
  bare.kill();
  await lectern.remove();
}
