import { Client } from 'undici';
import { type Spread, spreadOf } from './report.ts';

export interface HttpLoad {
  url: string;
  path: string;
  headers: Record<string, string>;
  /** Body of the n-th request. */
  body: (n: number) => string;
  connections: number;
  seconds: number;
  /** Warm-up requests, which are not counted. */
  warmSeconds: number;
  expectStatus: number;
}

interface Loaded {
  perSecond: number;
  latency: Spread;
  /** Processor seconds of this generator for each thousand requests. */
  generatorCpuPerThousand: number;
}

/** Each connection sends its next request after the last response; latencies in ms. */
export async function loadUp(load: HttpLoad): Promise<Loaded> {
  const latencies: number[] = [];
  let n = 0;
  const begin = performance.now();
  const countFrom = begin + load.warmSeconds * 1000;
  const end = countFrom + load.seconds * 1000;
  let cpuAtCount: NodeJS.CpuUsage | undefined;

  async function drive(client: Client): Promise<void> {
    while (performance.now() < end) {
      const sent = performance.now();
      if (sent >= countFrom) cpuAtCount ??= process.cpuUsage();
      n += 1;
      const answer = await client.request({
        method: 'POST',
        path: load.path,
        headers: load.headers,
        body: load.body(n),
      });
      await answer.body.dump();
      if (answer.statusCode !== load.expectStatus) throw new Error(`answered ${answer.statusCode}`);
      if (sent >= countFrom) latencies.push(performance.now() - sent);
    }
  }

  const clients = Array.from({ length: load.connections }, () => new Client(load.url, { pipelining: 1 }));
  await Promise.all(clients.map(drive));
  const cpu = process.cpuUsage(cpuAtCount);
  await Promise.all(clients.map((client) => client.close()));
  return {
    perSecond: latencies.length / load.seconds,
    latency: spreadOf(latencies),
    generatorCpuPerThousand: ((cpu.user + cpu.system) / 1e6 / latencies.length) * 1000,
  };
}
