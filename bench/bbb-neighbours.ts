import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBbbGroup } from '../server/testing/bbb/groups.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { cpuSecondsOf } from './lib/processes.ts';
import { type BenchResult, type Goal, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- bbb-neighbours` measures whether hostile clients of the BigBlueButton API make it slower for others:
 * people of one group join while each kind of bad input arrives, at a rate that a client could keep up. The rates of
 * meetings and of wrong checksums are above the limits, so most of those are refused.
 */
const seconds = 15;
const joinsPerSecond = 20;
/** How many times the time without bad input a join may take. */
const mostTimes = 2;

const figures: BenchResult['figures'] = { 'load of the machine before it, one minute': loadavg()[0] ?? 0 };
const goals: Goal[] = [];

/** Sends at a rate, whether or not earlier ones were answered, until the time is over. */
async function sendAtRate(perSecond: number, send: (n: number) => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < seconds * perSecond; n += 1) {
    await pause(Math.max(0, begun + (n * 1000) / perSecond - performance.now()));
    sent.push(send(n));
  }
  await Promise.all(sent);
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'error' });
try {
  const { bbb } = await makeBbbGroup(lectern);
  const neighbour = (await makeBbbGroup(lectern)).bbb;
  await neighbour.call('create', { meetingID: 'lesson' });

  const joins = async (): Promise<number[]> => {
    const took: number[] = [];
    await sendAtRate(joinsPerSecond, async (n) => {
      const begun = performance.now();
      const { status, text } = await neighbour.call('join', {
        ...{ meetingID: 'lesson', fullName: `Pupil ${n}`, role: 'VIEWER' },
      });
      took.push(performance.now() - begun);
      if (status !== 302) throw new Error(`a join got ${status}: ${text.slice(0, 500)}`);
    });
    return took;
  };

  const statuses = new Map<number, number>();
  const send = async (url: string, type?: string, body?: string): Promise<void> => {
    const sending = body === undefined ? {} : { method: 'POST', body, ...(type !== undefined && { type }) };
    // A refused body ends the connection while it is sent.
    const { status } = await bbb.send(url, sending).catch(() => ({ status: 413 }));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const xml = 'application/xml';
  const form = 'application/x-www-form-urlencoded';
  const bomb = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}"><!ENTITY d "${'&b;'.repeat(1000)}">]><a>&d;</a>`;
  const large = 'a'.repeat(100 * 2 ** 20);
  const manyParameters = 'a=1&'.repeat(1_000_000);
  const bad: [string, number, (n: number) => Promise<void>][] = [
    ['10,000 meetings a minute', 167, (n) => send(bbb.address('create', `meetingID=m${n}`))],
    ['wrong checksums', 200, () => send(`${bbb.base}api/getMeetings?checksum=${'0'.repeat(40)}`)],
    ['entity bombs', 50, () => send(bbb.address('create', 'meetingID=bomb'), xml, bomb)],
    ['XML of 100 MB', 1, () => send(bbb.address('create', 'meetingID=large'), xml, large)],
    ['a million parameters', 5, () => send(`${bbb.base}api/getMeetings`, form, manyParameters)],
    ['URLs of 33 KiB', 50, () => send(`${bbb.base}api/getMeetings?a=${'1'.repeat(33 * 1024)}`)],
    ['NUL and half characters', 50, () => send(bbb.address('create', 'meetingID=a%00%C3'))],
  ];

  await joins();
  const alone = spreadOf(await joins());
  figures['join without bad input'] = alone;
  for (const [what, perSecond, sendBad] of bad) {
    statuses.clear();
    const usedBefore = cpuSecondsOf(lectern.pid());
    const [took] = await Promise.all([joins(), sendAtRate(perSecond, sendBad)]);
    const spread = spreadOf(took);
    figures[`join beside ${what}, ${perSecond} a second`] = spread;
    figures[`responses to ${what}`] = [...statuses]
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
    figures[`cores of the server, ${what}`] = (cpuSecondsOf(lectern.pid()) - usedBefore) / seconds;
    if ([...statuses.keys()].some((status) => status >= 500)) throw new Error(`${what} got a 5xx response`);
    goals.push({
      what: `p50 of a join beside ${what}, times that without`,
      ...{ measured: spread.p50 / alone.p50, bound: mostTimes, unit: 'times' },
    });
  }
} finally {
  await lectern.remove();
}

report({ name: 'bbb-neighbours', unit: 'ms', figures, goals });
