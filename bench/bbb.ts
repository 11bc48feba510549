import { request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startMeasuredApi } from '../server/testing/bbb/measured.ts';
import { anonymousOf, cpuSecondsOf } from './lib/processes.ts';
import { type BenchResult, type Goal, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- bbb` measures the BigBlueButton API of a server in a process of its own, one request after the
 * other: refusals, `create` of 1,000 meetings and their list, `join`, a meeting with 100 people, the page of a recording,
 * and bodies of 100 MB.
 */
const [warmRequests, requests] = [20, 300];
const meetings = 1000;
const people = 100;
const largeBody = 100 * 2 ** 20;

const figures: BenchResult['figures'] = {};
const goals: Goal[] = [];

type Sent = { status: number; text: string };

/** Sends requests one after the other. @returns the milliseconds of each after the warm ones */
async function time(
  count: number,
  send: (n: number) => Promise<Sent>,
  isRight: (response: Sent) => boolean,
): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < warmRequests + count; n += 1) {
    const begun = performance.now();
    const response = await send(n);
    if (n >= warmRequests) took.push(performance.now() - begun);
    if (!isRight(response))
      throw new Error(`unexpected response: ${response.status} ${response.text.slice(0, 500)}`);
  }
  return took;
}

/** Measures a kind of request: how long each takes, and the server's processor time, which depends less on its neighbours. */
async function measure(
  { what, count = requests, bound }: { what: string; count?: number; bound: number | undefined },
  send: (n: number) => Promise<Sent>,
  isRight: (response: Sent) => boolean,
): Promise<void> {
  const usedBefore = cpuSecondsOf(lectern.pid());
  const spread = spreadOf(await time(count, send, isRight));
  const used = cpuSecondsOf(lectern.pid()) - usedBefore;
  figures[what] = spread;
  figures[`${what}: processor ms of the server a request`] = (used * 1000) / (count + warmRequests);
  if (bound === undefined) return;
  goals.push({ what: `${what}: p95`, measured: spread.p95, bound, unit: 'ms' });
}

const chunk = Buffer.alloc(2 ** 20, 'a');

/** Sends a body of 100 MB until the response is here. @returns its status and the bytes that were sent by then */
const sendLargeBody = (
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; sent: number }> =>
  new Promise((resolve, reject) => {
    let sent = 0;
    let status: number | undefined;
    const sending = request(url, { method: 'POST', headers }, (response) => {
      status = response.statusCode ?? 0;
      response.resume();
      response.on('close', () => sending.destroy());
    });
    sending.on('close', () =>
      status === undefined ? reject(new Error('no response')) : resolve({ status, sent }),
    );
    // The server closes the connection before the end of the body.
    sending.on('error', () => undefined);
    const write = (): void => {
      while (sent < largeBody && status === undefined && !sending.destroyed) {
        sent += chunk.length;
        if (!sending.write(chunk)) return void sending.once('drain', write);
      }
      if (sent >= largeBody) sending.end();
    };
    write();
  });

/** The growth of the server's memory while it refuses a large body, in MB. */
async function growthBy(pid: number, send: () => Promise<{ status: number; sent: number }>): Promise<number> {
  const before = anonymousOf(pid);
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, anonymousOf(pid));
      await pause(5);
    }
  })();
  const { status } = await send();
  if (status !== 413) throw new Error(`a body of 100 MB got ${status}`);
  isOver = true;
  await watching;
  return most - before;
}

figures['load of the machine before it, one minute'] = loadavg()[0] ?? Number.NaN;
const api = await startMeasuredApi();
const { bbb, lectern } = api;
try {
  const isDone = ({ text }: { text: string }): boolean => text.includes('<returncode>SUCCESS<');
  const wrong = `${bbb.base}api/getMeetings?checksum=${'0'.repeat(40)}`;
  const isRefused = ({ text }: { text: string }): boolean => text.includes('checksumError');
  const version = () => bbb.send(`${bbb.base}api`);
  await measure({ what: 'the version, for comparison', bound: undefined }, version, isDone);
  await measure({ what: 'a wrong checksum', bound: 5 }, () => bbb.send(wrong), isRefused);

  const create = (n: number) =>
    bbb.call('create', {
      ...{ meetingID: `meeting ${n}`, name: `Lesson ${n}`, attendeePW: 'attendee', moderatorPW: 'moderator' },
      ...{
        meetingExpireIfNoUserJoinedInMinutes: '0',
        'meta_bbb-context': `Course ${n}`,
        muteOnStart: 'true',
      },
    });
  await measure({ what: 'create', count: meetings - warmRequests, bound: 50 }, create, isDone);
  const join = (n: number) =>
    bbb.call('join', { meetingID: `meeting ${n % meetings}`, fullName: `Pupil ${n}`, role: 'VIEWER' });
  await measure({ what: 'join', bound: 50 }, join, ({ status }) => status === 302);

  const lists: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const begun = performance.now();
    const { text } = await bbb.call('getMeetings');
    lists.push(performance.now() - begun);
    const count = text.split('<meeting>').length - 1;
    if (count !== meetings) throw new Error(`${count} meetings are listed`);
  }
  figures[`a list of ${meetings} meetings`] = spreadOf(lists);
  goals.push({
    what: `a list of ${meetings} meetings`,
    measured: Math.max(...lists),
    bound: 1000,
    unit: 'ms',
  });

  await api.gather('full', people);
  const info = () => bbb.call('getMeetingInfo', { meetingID: 'full' });
  const isFull = ({ text }: { text: string }) => text.includes(`<participantCount>${people}<`);
  await measure({ what: `getMeetingInfo with ${people} people`, bound: 20 }, info, isFull);

  const page = await api.record('recorded');
  const head = () => bbb.send(page, { method: 'HEAD' });
  await measure({ what: 'HEAD of a playback', bound: 100 }, head, ({ status }) => status === 200);

  const address = bbb.address('create', 'meetingID=large');
  const type = { 'content-type': 'application/xml' };
  const bodies = {
    'with its length': { ...type, 'content-length': String(largeBody) },
    'in chunks': { ...type, 'transfer-encoding': 'chunked' },
  };
  for (const [how, headers] of Object.entries(bodies)) {
    const growth = await growthBy(lectern.pid(), () => sendLargeBody(address, headers));
    goals.push({ what: `a body of 100 MB ${how}: memory`, measured: growth, bound: 20, unit: 'MB' });
  }
} finally {
  await api.remove();
}

report({ name: 'bbb', unit: 'ms', figures, goals });
