import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { databaseOf } from '../server/testing/database.ts';
import { type LecternProcess, startLectern } from '../server/testing/lectern.ts';
import { runningWith } from '../server/testing/processes/processes.ts';
import { renditionUrl, segmentsIn } from '../server/testing/webinars/playlists.ts';
import {
  insertSession,
  makeWatchable,
  type WatchableWebinar,
  writeVideoFiles,
} from '../server/testing/webinars/watchable.ts';
import { RawSocket } from './lib/chat/raw-socket.ts';
import { oneAddress } from './lib/one-address.ts';
import { anonymousOf, cpuSecondsOf, treeCpuSeconds } from './lib/processes.ts';
import { type BenchResult, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- webinar [share]` measures one session of an automatic webinar. 5,000 people enter and open it
 * within a minute, and connect to its chat; then each fetches the playlist of a rendition every 3 s, as hls.js does
 * with segments of 2.5 and 3 s, and reports every 5 s, while five messages per second are written. The addresses of
 * segments are signed for S3. Afterwards 500 viewers fetch every segment of 1 Mbit/s from the data folder. Each viewer
 * has a socket of their own; their requests share 200 connections. A share below 1 is a trial and keeps no result.
 */
const share = Number(process.argv[2] ?? 1);
const audience = Math.round(5000 * share);
const loading = Math.round(500 * share);
const arrivalSeconds = 60;
const watchedSeconds = 60;
const [playlistEverySeconds, reportEverySeconds] = [3, 5];
const messagesPerSecond = 5;
const bytesOfSegment = Math.round((2.75 * 1_000_000) / 8);

const figures: BenchResult['figures'] = {};
const goals: BenchResult['goals'] = [];

interface Viewer {
  token: string;
  viewingId: string;
  channelId: string;
  playlistPath: string;
  rendition: 'source' | '360p';
}

/** Requests over shared connections. */
class Requests {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: 200, pipelining: 1 });
  }

  async send(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<string> {
    const answer = await this.#pool.request({
      method: body ? 'POST' : 'GET',
      path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : { 'accept-encoding': 'gzip' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${bytes}`);
    return body || !path.endsWith('.m3u8') ? bytes.toString() : '';
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Starts each piece of work at its time. @returns when all of it is done */
async function paced(count: number, everyMs: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const running: Promise<unknown>[] = [];
  for (let n = 0; n < count; n += 1) {
    const wait = n * everyMs - (performance.now() - begun);
    if (wait > 1) await pause(wait);
    running.push(work(n));
  }
  await Promise.all(running);
}

const pathIn = (url: string): string => new URL(url).pathname;

async function arrive(
  requests: Requests,
  { spaceId, playbackId }: WatchableWebinar,
  n: number,
): Promise<Viewer> {
  const body = { roomId: playbackId, clientUniqueId: `browser ${n}`, name: `Viewer ${n}` };
  const entered = JSON.parse(await requests.send(`/v1/spaces/${spaceId}/participants`, { body }));
  const token: string = entered.access_token;
  const path = `/v1/spaces/${spaceId}/playbacks/${playbackId}/viewings`;
  const viewing = JSON.parse(await requests.send(path, { token, body: {} }));
  await requests.send(pathIn(viewing.playlistUrl));
  // Every fourth viewer, with a slow network or a phone, gets the small quality.
  const rendition = n % 4 === 0 ? '360p' : 'source';
  const playlistPath = pathIn(renditionUrl(viewing.playlistUrl, rendition));
  await requests.send(playlistPath);
  const { viewingId, chatChannelId: channelId } = viewing;
  return { token, viewingId, channelId, playlistPath, rendition };
}

/** The connections to the chat. */
class Sockets {
  arrived = 0;
  closed = 0;
  readonly #open: RawSocket[] = [];
  readonly #port: number;
  #isOver = false;

  constructor({ url }: LecternProcess) {
    this.#port = Number(new URL(url).port);
  }

  /** As the page does: joins the channel of the session, and connects. */
  async add(requests: Requests, { token: session, channelId }: Viewer): Promise<void> {
    await requests.send('/v1/channels/join', { token: session, body: { id: channelId } });
    const { token } = JSON.parse(await requests.send('/v1/centrifuge-token', { token: session }));
    const ears = {
      onChange: () => {
        this.arrived += 1;
      },
      onClosed: () => {
        if (!this.#isOver) this.closed += 1;
      },
    };
    this.#open.push(await RawSocket.open({ port: this.#port, token, ears }));
  }

  close(): void {
    this.#isOver = true;
    for (const socket of this.#open) socket.close();
  }
}

/** The processor time of the server and its database while `work` runs, in cores. */
async function coresOf(lectern: LecternProcess, work: () => Promise<unknown>) {
  const cpu = () => ({
    server: cpuSecondsOf(lectern.pid()),
    database: treeCpuSeconds(runningWith(`${lectern.dataDir}/postgres`).map(({ pid }) => pid)),
  });
  const [before, begun] = [cpu(), performance.now()];
  await work();
  const [now, seconds] = [cpu(), (performance.now() - begun) / 1000];
  return {
    server: (now.server - before.server) / seconds,
    database: (now.database - before.database) / seconds,
  };
}

const settings = {
  LECTERN_LOG_LEVEL: 'warn',
  ...oneAddress,
};
/** Nothing listens there: addresses are signed without a request. */
const bucket = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'lectern-webinars',
  S3_ACCESS_KEY_ID: 'bench',
  S3_SECRET_ACCESS_KEY: 'a secret of the bench',
};

/** A large audience, whose segments come from an object storage. */
async function measureAudience(): Promise<void> {
  const lectern = await startLectern({ ...settings, ...bucket }, { engines: 'own' });
  const requests = new Requests(lectern.url);
  const database = await databaseOf(lectern);
  const sockets = new Sockets(lectern);
  try {
    const webinar = await makeWatchable(lectern, database.db, { seconds: 3600 });
    await insertSession(database.db, webinar, { begunAgo: 0.1 });
    figures['memory of the server before, MB'] = anonymousOf(lectern.pid());
    const viewers: Viewer[] = [];
    const arrivals: number[] = [];
    const arriving = await coresOf(lectern, () =>
      paced(audience, (arrivalSeconds * 1000) / audience, async (n) => {
        const sent = performance.now();
        const viewer = await arrive(requests, webinar, n);
        arrivals.push(performance.now() - sent);
        await sockets.add(requests, viewer);
        viewers.push(viewer);
      }),
    );
    figures['memory of the server after the arrivals, MB'] = anonymousOf(lectern.pid());
    const { spaceId, playbackId } = webinar;
    const [playlists, reports]: [number[], number[]] = [[], []];
    const timed = async (into: number[], work: Promise<unknown>) => {
      const sent = performance.now();
      const answer = await work;
      into.push(performance.now() - sent);
      return answer;
    };
    const fetchPlaylist = (n: number) =>
      timed(playlists, requests.send(viewers[n % viewers.length]?.playlistPath ?? ''));
    const sendReport = async (n: number) => {
      const viewer = viewers[n % viewers.length];
      if (!viewer) return;
      const path = `/v1/spaces/${spaceId}/playbacks/${playbackId}/viewings/${viewer.viewingId}/reports`;
      const body = { position: 60, isPlaying: true, isTabVisible: true };
      const answer = await timed(reports, requests.send(path, { token: viewer.token, body }));
      viewer.playlistPath = pathIn(renditionUrl(JSON.parse(String(answer)).playlistUrl, viewer.rendition));
    };
    const write = (n: number) => {
      const viewer = viewers[n % viewers.length];
      if (!viewer) return Promise.resolve();
      const body = { channelId: viewer.channelId, text: `Message ${n}`, clientMessageId: `bench-${n}` };
      return requests.send('/v1/messages/send', { token: viewer.token, body });
    };
    sockets.arrived = 0;
    const watching = await coresOf(lectern, async () => {
      const every = (seconds: number) => (seconds * 1000) / audience;
      await Promise.all([
        paced((audience * watchedSeconds) / playlistEverySeconds, every(playlistEverySeconds), fetchPlaylist),
        paced((audience * watchedSeconds) / reportEverySeconds, every(reportEverySeconds), sendReport),
        paced(watchedSeconds * messagesPerSecond, 1000 / messagesPerSecond, write),
      ]);
    });
    figures[`an arrival of ${audience}: entry, viewing, two playlists`] = spreadOf(arrivals);
    figures['server while they arrive, cores'] = arriving.server;
    figures['database while they arrive, cores'] = arriving.database;
    figures['a playlist'] = spreadOf(playlists);
    figures['a report'] = spreadOf(reports);
    figures['server while they watch, cores'] = watching.server;
    figures['database while they watch, cores'] = watching.database;
    figures['memory of the server, MB'] = anonymousOf(lectern.pid());
    figures['messages that reached a viewer'] = sockets.arrived;
    figures['sockets that were closed'] = sockets.closed;
    goals.push(
      { what: 'a playlist, p99', measured: spreadOf(playlists).p99, bound: 200, unit: 'ms' },
      { what: 'processor time of the server', measured: watching.server, bound: 0.8, unit: 'cores' },
      { what: 'memory of the server', measured: anonymousOf(lectern.pid()), bound: 400, unit: 'MB' },
    );
  } finally {
    sockets.close();
    await requests.close();
    await database.close();
    await lectern.remove();
  }
}

/** Viewers whose segments come from the data folder. */
async function measureFolder(): Promise<void> {
  const lectern = await startLectern(settings, { engines: 'own' });
  const requests = new Requests(lectern.url);
  const database = await databaseOf(lectern);
  try {
    const webinar = await makeWatchable(lectern, database.db, { seconds: 300 });
    writeVideoFiles(lectern, webinar.video, bytesOfSegment);
    await insertSession(database.db, webinar, { begunAgo: 60 });
    const viewers: Viewer[] = [];
    for (let n = 0; n < loading; n += 1) viewers.push(await arrive(requests, webinar, n));
    const times: number[] = [];
    const everyMs = 2750 / loading;
    const served = await coresOf(lectern, async () => {
      await paced(Math.floor(30_000 / everyMs), everyMs, async (n) => {
        const viewer = viewers[n % viewers.length];
        if (!viewer) return;
        const playlist = await fetch(`${lectern.url}${viewer.playlistPath}`).then((answer) => answer.text());
        const sent = performance.now();
        await requests.send(pathIn(segmentsIn(playlist).at(-1) ?? ''));
        times.push(performance.now() - sent);
      });
    });
    figures[`a segment from the data folder, ${loading} viewers`] = spreadOf(times);
    figures['server while it serves segments, cores'] = served.server;
    goals.push({ what: 'segments from the data folder', measured: served.server, bound: 0.7, unit: 'cores' });
  } finally {
    await requests.close();
    await database.close();
    await lectern.remove();
  }
}

await measureAudience();
await measureFolder();
report({ name: 'webinar', unit: 'ms', figures, goals, isKept: share === 1 });
