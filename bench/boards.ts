import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { stroke } from '../server/testing/boards/stroke.ts';
import { databaseOf } from '../server/testing/database.ts';
import { makeGroup } from '../server/testing/group.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { enterBy, makeLink } from '../server/testing/people/entering.ts';
import { SocketListener } from '../server/testing/people/listener.ts';
import { insertFailedRecord } from '../server/testing/records/records.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { oneAddress } from './lib/one-address.ts';
import { cpuSecondsOf } from './lib/processes.ts';
import { report, spreadOf } from './lib/report.ts';

/** `npm run bench -- boards [seconds]`: thirty people draw on one board at once, with 5 % of the sockets cut. */
const usual = 20;
const seconds = Number(process.argv[2] ?? usual);
const people = 30;
const everyMs = 50;
/** Messages of one stroke, before its element is finished. */
const messagesOfStroke = 20;

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn', ...oneAddress });
const group = await makeGroup(lectern, { isPublic: false });
const { channelId } = group.room;
const { id: boardId } = await group.owner.createBoard({ ...group.at, body: { kind: 'shared' } });
const { callId } = await insertFailedRecord(lectern, group);
const { db, close } = await databaseOf(lectern);

interface Drawer {
  id: string;
  ear: SocketListener;
}

async function enter(index: number): Promise<Drawer> {
  const { id, api } = await enterBy(lectern, group, {
    url: await makeLink(group, { username: `P ${index}` }),
  });
  const visit = { id, call_id: callId, participant_id: id, entry_id: id, engine_sid: id };
  await db
    .insertInto('visits')
    .values({ ...visit, entered_at: new Date(), exited_at: null })
    .execute();
  return { id, ear: await SocketListener.of(lectern, api, channelId) };
}

let bytesUp = 0;
const lags: number[] = [];
const acks: number[] = [];

/** Draws until the time is over: points every 50 ms, and a finished element each second. */
async function draw({ id: participantId, ear }: Drawer, index: number, until: number): Promise<void> {
  await pause((index / people) * everyMs);
  for (let count = 0; performance.now() < until; count += 1) {
    const id = `p${index}-${count}`;
    const points: number[][] = [];
    for (let step = 0; step < messagesOfStroke && performance.now() < until; step += 1) {
      const place = [performance.now() + step / 1e4, index];
      points.push([step * 3.25, index * 2.5]);
      const data = { participantId, boardId, id, points: [place, [step * 3.25, index * 2.5]] };
      bytesUp += JSON.stringify({ send: { data: { method: 'stroke', data } } }).length;
      void ear.send('stroke', data).catch(() => undefined);
      await pause(everyMs);
    }
    const data = { participantId, boardId, elements: [stroke(id, { points })] };
    bytesUp += JSON.stringify({ id: 1000, rpc: { method: 'draw', data } }).length;
    const began = performance.now();
    for (let isStored = false; !isStored; )
      isStored = await ear.rpc('draw', data).then(
        () => true,
        () => pause(100, false),
      );
    acks.push(performance.now() - began);
  }
}

/** The board as a page knows it by its events; undefined if it has to read what is missing. */
function hashOf({ ear }: Drawer): string | undefined {
  let top = 0;
  const elements = new Map<string, string>();
  for (const { payload } of ear.events('board')) {
    const { since, seq, elements: changed } = payload as { since: number; seq: number; elements: object[] };
    if (seq <= top) continue;
    if (since !== top) return undefined;
    top = seq;
    for (const element of changed) elements.set(Object(element).id, JSON.stringify(element));
  }
  return createHash('sha256')
    .update(JSON.stringify([...elements]))
    .digest('hex');
}

try {
  const drawers: Drawer[] = [];
  for (let index = 0; index < people; index += 1) drawers.push(await enter(index));
  const began = performance.now();
  const cpu = cpuSecondsOf(lectern.pid());
  const watcher = drawers[0] as Drawer;
  const looking = setInterval(() => {
    // Every message carries the moment at which it was sent.
    for (const { payload } of watcher.ear.heard.splice(0).filter(({ event }) => event === 'strokes'))
      for (const { points } of payload.strokes as { points: number[][] }[])
        for (const [at = 0] of points) if (at > 10_000) lags.push(performance.now() - at);
  }, 10);
  const cutting = setInterval(
    () => drawers[1 + Math.floor((performance.now() / 7) % 29)]?.ear.reconnect(),
    1_000,
  );
  await Promise.all(drawers.map((drawer, index) => draw(drawer, index, began + seconds * 1_000)));
  const last = performance.now();
  clearInterval(cutting);
  const cores = (cpuSecondsOf(lectern.pid()) - cpu) / ((performance.now() - began) / 1_000);
  const { seq } = await group.owner.listBoardElements({ ...group.at, boardId, query: {} });
  const whole = () =>
    drawers
      .slice(1)
      .map(hashOf)
      .filter((hash) => hash !== undefined);
  const isSame = () => new Set(whole()).size === 1;
  await waitUntil(isSame, { timeout: 5_000, message: 'all boards to be the same' });
  const sameAfter = performance.now() - last;
  clearInterval(looking);
  const lag = spreadOf(lags);
  report({
    name: 'boards',
    unit: 'ms',
    figures: {
      'a point at another page': lag,
      'a finished element, until it is stored': spreadOf(acks),
      'finished elements': seq,
      'pages that missed no event': `${whole().length} of ${people - 1}`,
    },
    goals: [
      { what: 'a point at another page, p95', measured: lag.p95, bound: 250, unit: 'ms' },
      { what: 'processor of the server', measured: cores, bound: 0.5, unit: 'cores' },
      {
        what: 'up for each person',
        measured: (bytesUp * 8) / people / seconds / 1000,
        bound: 40,
        unit: 'kbit/s',
      },
      { what: 'all boards are the same after', measured: sameAfter, bound: 1_000, unit: 'ms' },
    ],
    isKept: seconds === usual,
  });
  for (const { ear } of drawers) ear.close();
} finally {
  await close();
  await lectern.remove();
}
