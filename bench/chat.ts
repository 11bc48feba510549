import { setTimeout as pause } from 'node:timers/promises';
import { type LecternProcess, startLectern } from '../server/testing/lectern.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { Audience, type Timed, type WritingPace, writeFlatOut, writePaced } from './lib/chat/load.ts';
import { ChatApi, type ChatRoom, type Chatter, makeChatRooms } from './lib/chat/place.ts';
import { killAndReturn } from './lib/chat/return.ts';
import { oneAddress } from './lib/one-address.ts';
import { anonymousOf, cpuSecondsOf, treeOf } from './lib/processes.ts';
import { type BenchResult, type Goal, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- chat [share] [parts]` measures the chat on the embedded database; all listeners and writers are
 * in this process beside the server. A share below 1 is a trial with fewer people and keeps no result. `parts` are
 * letters of: m (memory), w (a webinar's audience), c (a class), s (sending), r (a restart). Listeners are raw
 * sockets that read only the offsets (`lib/chat/raw-socket.ts`); the restart uses the stock client.
 */
const [share = 1, parts = 'mwcsr'] = [Number(process.argv[2] ?? 1), process.argv[3]];
const crowd = { people: Math.round(10_000 * share), perSecond: 5, seconds: 30 };
const group = { people: Math.round(2_000 * share), perSecond: 20, seconds: 30 };
const sending = { rooms: 50, writers: 100, listenersEach: 10, seconds: 15, perSecond: 500 };

const figures: BenchResult['figures'] = {};
const goals: Goal[] = [];

/** Preload of the server that collects garbage on SIGUSR2, so that only live memory is measured. */
const collector = `data:text/javascript,${encodeURIComponent(
  `import v8 from 'node:v8'; import vm from 'node:vm'; v8.setFlagsFromString('--expose-gc');
   const gc = vm.runInNewContext('gc'); process.on('SIGUSR2', () => { gc(); gc(); });`,
)}`;

async function settledMemory(lectern: LecternProcess): Promise<{ asItIs: number; collected: number }> {
  await pause(5_000);
  const asItIs = anonymousOf(lectern.pid());
  process.kill(lectern.pid(), 'SIGUSR2');
  await pause(3_000);
  return { asItIs, collected: anonymousOf(lectern.pid()) };
}

type Memory = Awaited<ReturnType<typeof settledMemory>>;

/** Memory without, with a fifth of, and with all connections: the first fifth also fills spare memory. */
function tellMemory([none, some, all]: [Memory, Memory, Memory], connections: number): void {
  const each = (name: keyof Memory) => ((all[name] - none[name]) * 1024) / connections;
  const further = ((all.collected - some.collected) * 1024) / (connections * 0.8);
  figures[`memory a connection, of ${connections} idle ones, kB`] = each('collected');
  figures['the same beyond the first fifth of them, kB'] = further;
  figures['memory a connection with the garbage that is still there, kB'] = each('asItIs');
  figures['server without connections, MB'] = none.collected;
  const measured = Math.max(each('collected'), further);
  goals.push({ what: 'memory a connection', measured, bound: 30, unit: 'kB' });
}

/** Writes into a channel that everybody listens to, and waits for the last delivery. */
async function broadcast(
  lectern: LecternProcess,
  { audience, pace, name, bound }: { audience: Audience; pace: WritingPace; name: string; bound: number },
): Promise<void> {
  await writePaced({ ...pace, seconds: 5 });
  await pause(1_000);
  audience.listen();
  const [server, own, begin] = [cpuSecondsOf(lectern.pid()), process.cpuUsage(), performance.now()];
  const { messages, refused } = await writePaced(pace);
  const isAll = () => audience.missing(messages) === 0;
  await waitUntil(isAll, { timeout: 30_000, message: 'the last deliveries' }).catch(() => undefined);
  const seconds = (performance.now() - begin) / 1000;
  const spent = process.cpuUsage(own);
  const latency = audience.latencies(messages, 'begun');
  figures[`${name}: from the POST begun to each arrival`] = latency;
  figures[`${name}: from the POST answered to each arrival`] = audience.latencies(messages, 'answered');
  figures[`${name}: the POST itself`] = spreadOf(messages.map(({ begun, answered }) => answered - begun));
  figures[`${name}: server, cores`] = (cpuSecondsOf(lectern.pid()) - server) / seconds;
  figures[`${name}: generator, cores`] = (spent.user + spent.system) / 1e6 / seconds;
  goals.push({ what: `${name}: p99`, measured: latency.p99, bound, unit: 'ms' });
  const lost = audience.missing(messages) + audience.faults + audience.closed + refused;
  goals.push({ what: `${name}: refused, lost, doubled or cut off`, measured: lost, bound: 0, unit: '' });
}

interface Stage {
  lectern: LecternProcess;
  api: ChatApi;
  room: ChatRoom;
  people: Chatter[];
}

/** Starts a fresh server and opens and closes some connections, so that its memory has the usual size. */
async function warmServer(lectern: LecternProcess, people: Chatter[]): Promise<Memory> {
  await lectern.stop();
  await lectern.start();
  (await Audience.gather(lectern.ports.http, people.slice(0, 500))).close();
  return settledMemory(lectern);
}

async function webinar({ lectern, api, room, people }: Stage): Promise<void> {
  const none = await warmServer(lectern, people);
  const fifth = Math.round(people.length / 5);
  const audience = await Audience.gather(lectern.ports.http, people.slice(0, fifth));
  try {
    const some = await settledMemory(lectern);
    const begin = performance.now();
    await audience.grow(lectern.ports.http, people.slice(fifth));
    figures[`${people.length - fifth} connect within, s`] = (performance.now() - begin) / 1000;
    if (parts.includes('m')) tellMemory([none, some, await settledMemory(lectern)], audience.size);
    if (!parts.includes('w')) return;
    const pace = { api, rooms: [room], writers: people.slice(0, 20), ...crowd };
    const name = `${people.length} connections, ${crowd.perSecond} messages/s`;
    await broadcast(lectern, { audience, pace, name, bound: 200 });
  } finally {
    audience.close();
  }
}

async function lesson({ lectern, api, room, people }: Stage): Promise<void> {
  const audience = await Audience.gather(lectern.ports.http, people.slice(0, group.people));
  try {
    const pace = { api, rooms: [room], writers: people.slice(0, 20), ...group };
    const name = `${audience.size} connections, ${group.perSecond} messages/s`;
    await broadcast(lectern, { audience, pace, name, bound: 60 });
  } finally {
    audience.close();
  }
}

async function restart({ lectern, api, room, people }: Stage): Promise<void> {
  const chatters = people.slice(0, group.people);
  const told = await killAndReturn(lectern, { api, chatters, room, perSecond: group.perSecond });
  const name = `server killed with ${chatters.length} stock clients`;
  figures[`${name}: back after /readyz`] = told.backAfterReady;
  figures[`${name}: down, ms`] = told.downMs;
  figures[`${name}: messages written meanwhile`] = told.messages;
  goals.push(
    { what: `${name}: the last is back`, measured: told.backAfterReady.worst, bound: 10_000, unit: 'ms' },
    { what: `${name}: changes lost, doubled, disordered`, measured: told.faults, bound: 0, unit: '' },
    { what: `${name}: who would have to read ?since=`, measured: told.notRecovered, bound: 0, unit: '' },
  );
}

const cpuOfTree = (lectern: LecternProcess): number =>
  treeOf(lectern.pid()).reduce((all, pid) => all + cpuSecondsOf(pid), 0);

/** Everybody writes into one of many channels, each with its own listeners. */
async function manyRooms({ lectern, api }: Stage): Promise<void> {
  const rooms = await makeChatRooms(lectern, sending.rooms);
  const audiences: Audience[] = [];
  const writers: Chatter[] = [];
  for (const [n, room] of rooms.entries()) {
    const listeners = await api.enterAll(room, sending.listenersEach, `Listener ${n}`);
    audiences.push(await Audience.gather(lectern.ports.http, listeners));
    writers.push(...listeners.slice(0, sending.writers / sending.rooms));
  }
  // Writer n is in room n modulo the number of rooms.
  const inTurn = [0, 1].flatMap((place) => rooms.map((_, n) => writers[n * 2 + place] as Chatter));
  const common = { api, rooms, writers: inTurn };
  await writePaced({ ...common, perSecond: 200, seconds: 3 });
  const took = ({ begun, answered }: Timed) => answered - begun;
  const paced = await writePaced({ ...common, perSecond: sending.perSecond, seconds: sending.seconds });
  figures[`sending ${sending.perSecond} messages/s over ${rooms.length} channels: the POST`] = spreadOf(
    paced.messages.map(took),
  );
  const [server, all] = [cpuSecondsOf(lectern.pid()), cpuOfTree(lectern)];
  const flatOut = await writeFlatOut({ ...common, seconds: sending.seconds });
  const perSecond = flatOut.messages.length / sending.seconds;
  figures[`${inTurn.length} writers, each at once again: messages a second`] = perSecond;
  figures[`${inTurn.length} writers, each at once again: the POST`] = spreadOf(flatOut.messages.map(took));
  const ofServer = cpuSecondsOf(lectern.pid()) - server;
  figures['the server then, cores'] = ofServer / sending.seconds;
  figures['its database and engines then, cores'] = (cpuOfTree(lectern) - all - ofServer) / sending.seconds;
  await pause(1_000);
  goals.push({ what: 'messages a second', measured: perSecond, bound: 500, unit: '/s', atLeast: true });
  const refused = paced.refused + flatOut.refused;
  const faults = audiences.reduce((all, { faults: one, closed }) => all + one + closed, refused);
  goals.push({ what: 'sending: refused, lost, doubled or cut off', measured: faults, bound: 0, unit: '' });
  for (const audience of audiences) audience.close();
}

const lectern = await startLectern({
  LECTERN_LOG_LEVEL: 'warn',
  ...oneAddress,
  LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0',
  // Tokens that outlive the measurement need no refresh.
  LECTERN_SOCKET_TOKEN_SECONDS: '3600',
  NODE_OPTIONS: `--import=${collector}`,
});
const api = new ChatApi(lectern, 64);
try {
  const [room] = await makeChatRooms(lectern, 1);
  if (!room) throw new Error('no room');
  const begin = performance.now();
  const needed = /[mw]/.test(parts) ? crowd.people : group.people;
  const people = await api.enterAll(room, needed, 'Learner');
  figures[`${needed} people enter, join and get a token, s`] = (performance.now() - begin) / 1000;
  const stage = { lectern, api, room, people };
  if (/[mw]/.test(parts)) await webinar(stage);
  if (parts.includes('c')) await lesson(stage);
  if (parts.includes('s')) await manyRooms(stage);
  if (parts.includes('r')) await restart(stage);
  report({ name: 'chat', unit: 'ms', figures, goals, isKept: share === 1 && parts === 'mwcsr' });
} finally {
  await api.close();
  await lectern.remove();
}
