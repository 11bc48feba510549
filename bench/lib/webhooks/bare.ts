import { Client } from 'undici';

/**
 * Baseline of the rate: a process that sends as many bytes to the same receivers from memory, each over its own
 * connection. It stores, signs and checks nothing.
 */
const { urls, atOnce, seconds }: { urls: string[]; atOnce: number; seconds: number } = JSON.parse(
  process.argv[2] ?? '{}',
);
const body = JSON.stringify({
  signature: '0'.repeat(64),
  body: { eventName: 'call_started', roomId: '0'.repeat(24), spaceId: '0'.repeat(24) },
});
const headers = {
  'content-type': 'application/json',
  'webhook-id': '0'.repeat(24),
  'webhook-timestamp': '1700000000',
  'webhook-signature': `v1,${'0'.repeat(44)}`,
};
const begin = performance.now();
const countFrom = begin + 2000;
const end = countFrom + seconds * 1000;
let [n, counted] = [0, 0];
let cpu: NodeJS.CpuUsage | undefined;

async function drive(): Promise<void> {
  while (performance.now() < end) {
    const url = urls[n % urls.length] as string;
    n += 1;
    const client = new Client(url, { pipelining: 1 });
    const answer = await client.request({ method: 'POST', path: '/', headers, body, reset: true });
    await answer.body.dump();
    await client.destroy();
    if (performance.now() < countFrom) continue;
    cpu ??= process.cpuUsage();
    counted += 1;
  }
}
await Promise.all(Array.from({ length: atOnce }, drive));
const used = process.cpuUsage(cpu);
process.send?.({ perSecond: counted / seconds, cpuMs: (used.user + used.system) / 1e3 / counted });
process.disconnect?.();
