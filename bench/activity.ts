import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { createClient } from '../contract/client/index.ts';
import { insertCallWithoutMedia } from '../server/testing/data/call-without-media.ts';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { runningWith } from '../server/testing/processes/processes.ts';
import { cpuSecondsOf, treeCpuSeconds } from './lib/processes.ts';
import { report, spreadOf } from './lib/report.ts';

/**
 * Measures the processor time of storing the tab states of a large call, server and database together. A page reports
 * its state after it entered, which is not measured, and then only changes. The bench models an audience in which every
 * person leaves the call for another tab every four minutes, and returns: 0.5 changes per person and minute, 17 reports
 * per second, each of which ends an interval or starts one. Nobody speaks. For a more restless audience, multiply the
 * time of one report.
 */
const people = 2000;
const changesPerPersonAndMinute = 0.5;
const seconds = 60;
const connections = 50;
const mostCpuPercent = 5;

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
const cpuSeconds = () => ({
  server: cpuSecondsOf(lectern.pid()),
  database: treeCpuSeconds(runningWith(`${lectern.dataDir}/postgres`).map(({ pid }) => pid)),
});

/** Runs `work` and returns the processor time meanwhile, in per cent of a core. */
async function cpuPercentOf(work: () => Promise<unknown>) {
  const [begun, before] = [performance.now(), cpuSeconds()];
  await work();
  const [now, elapsed] = [cpuSeconds(), (performance.now() - begun) / 1000];
  const percent = (part: 'server' | 'database') => ((now[part] - before[part]) / elapsed) * 100;
  return { server: percent('server'), database: percent('database') };
}

const database = await databaseOf(lectern);
const clients = Array.from({ length: connections }, () => new Client(lectern.url, { pipelining: 1 }));
try {
  const owner = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Bench' } });
  const { id: roomId } = await owner.createRoom({ spaceId, body: { name: 'Bench' } });
  const guest = createClient({ baseUrl: lectern.url });
  const call = await insertCallWithoutMedia(database.db, { spaceId, roomId });
  const pages: { path: string; token: string; entryId: string; number: number; isTabVisible: boolean }[] = [];
  for (let n = 0; n < people; n += 1) {
    const body = { roomId, clientUniqueId: `browser ${n}`, name: `Person ${n}` };
    const { id, access_token: token } = await guest.createParticipant({ spaceId, body });
    const entryId = await call.enter(id);
    pages.push({
      path: `/v1/spaces/${spaceId}/participants/${id}/activity`,
      token,
      entryId,
      number: 0,
      isTabVisible: false,
    });
  }

  const latencies: number[] = [];
  /** The page reports that its tab was shown, or hidden again. */
  async function turn(n: number): Promise<void> {
    const page = pages[n % people];
    const client = clients[n % connections];
    if (!page || !client) throw new Error('there is no such page');
    page.isTabVisible = !page.isTabVisible;
    page.number += 1;
    const { isTabVisible, entryId, number } = page;
    const sent = performance.now();
    const answer = await client.request({
      method: 'POST',
      path: page.path,
      headers: { authorization: `Bearer ${page.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entryId, number, isTabVisible, isSpeaking: false }),
    });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`answered ${answer.statusCode}`);
    latencies.push(performance.now() - sent);
  }
  // The lease that the node had runs out after 4 s.
  await pause(5_000);
  for (let n = 0; n < people; n += 1) await turn(n);
  latencies.length = 0;

  const idle = await cpuPercentOf(() => pause(20_000));
  const everyMs = 60_000 / (people * changesPerPersonAndMinute);
  const loaded = await cpuPercentOf(async () => {
    const begun = performance.now();
    const under: Promise<void>[] = [];
    for (let n = people; ; n += 1) {
      const due = (n - people) * everyMs;
      if (due > seconds * 1000) break;
      const wait = due - (performance.now() - begun);
      if (wait > 0) await pause(wait);
      under.push(turn(n));
    }
    await Promise.all(under);
  });
  const percent = loaded.server + loaded.database - idle.server - idle.database;
  report({
    name: 'activity',
    unit: 'ms',
    figures: {
      [`a report, ${people} people`]: spreadOf(latencies),
      'processor time of a report': ((percent / 100) * seconds * 1000) / latencies.length,
      'server without reports, % of a core': idle.server,
      'server with reports, % of a core': loaded.server,
      'database without reports, % of a core': idle.database,
      'database with reports, % of a core': loaded.database,
    },
    goals: [
      {
        what: 'reports of activity',
        measured: percent,
        bound: mostCpuPercent,
        unit: '% of a core',
      },
    ],
  });
} finally {
  await Promise.all(clients.map((client) => client.close()));
  await database.close();
  await lectern.remove();
}
