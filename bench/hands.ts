import { makeGroup, type TestGroup } from '../server/testing/group.ts';
import { type InProcess, startInProcess } from '../server/testing/in-process.ts';
import { type InFakeCall, joinFakeCall } from '../server/testing/people/fake-call.ts';
import { SocketListener } from '../server/testing/people/listener.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { type BenchResult, type Goal, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- hands [people]` measures raised hands: everybody in a call raises theirs, at once and within ten
 * seconds. Twenty of them know the hands by their socket only; the others have a socket and read the list, too. The
 * server, its people and their sockets share this process; the media server is the fake one, which hands do not use.
 */
const count = Number(process.argv[2] ?? 200);
const socketsOnly = Math.min(20, count);
const pacedSeconds = 10;

const figures: BenchResult['figures'] = {};
const goals: Goal[] = [];

/** A person who notes when each hand arrives. */
interface Watcher {
  who: InFakeCall;
  socket: SocketListener;
  arrivals: Map<string, number>;
}

async function gather(lectern: InProcess, group: TestGroup): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  for (let from = 0; from < count; from += 10) {
    const batch = Array.from({ length: Math.min(10, count - from) }, async (_, index) => {
      const who = await joinFakeCall(lectern, group, { username: `Pupil ${from + index}` });
      const socket = await SocketListener.of(lectern, who.api, group.room.channelId);
      const arrivals = new Map<string, number>();
      const { push } = socket.heard;
      socket.heard.push = (...heard) => {
        for (const { event, payload } of heard) {
          if (event === 'hand') arrivals.set(String(payload.participantId), performance.now());
        }
        return push.apply(socket.heard, heard);
      };
      return { who, socket, arrivals };
    });
    watchers.push(...(await Promise.all(batch)));
  }
  return watchers;
}

/** The hands as this person knows them by the socket, sorted by the time as a page sorts them. */
const orderOf = ({ socket }: Watcher): string =>
  socket
    .events('hand')
    .map(({ payload }) => [String(payload.raisedAt), String(payload.participantId)])
    .sort(([one = ''], [other = '']) => one.localeCompare(other))
    .map(([, id]) => id)
    .join();

async function measure(
  group: TestGroup,
  watchers: Watcher[],
  { name, pause }: { name: string; pause: number },
): Promise<void> {
  for (const { socket, arrivals } of watchers) {
    socket.heard.length = 0;
    arrivals.clear();
  }
  const answered = new Map<string, number>();
  const raise = async ({ who }: Watcher, index: number): Promise<void> => {
    await new Promise((done) => setTimeout(done, index * pause));
    await who.api.raiseHand(who.at);
    answered.set(who.id, performance.now());
  };
  await Promise.all(watchers.map(raise));
  const isKnown = ({ arrivals }: Watcher): boolean => arrivals.size === count;
  await waitUntil(() => watchers.every(isKnown), { timeout: 30_000, message: 'every hand on every screen' });
  const settled = Math.max(...watchers.flatMap(({ arrivals }) => [...arrivals.values()]));
  const delays = watchers.flatMap(({ arrivals }) =>
    [...arrivals].map(([id, at]) => Math.max(0, at - (answered.get(id) ?? at))),
  );
  const { items } = await group.owner.listHands(group.at);
  const order = items.map(({ participantId }) => participantId).join();
  const lists = await Promise.all(
    watchers.slice(socketsOnly).map(async ({ who }) => {
      const { items: read } = await who.api.listHands(group.at);
      return read.map(({ participantId }) => participantId).join();
    }),
  );
  const different = [...watchers.map(orderOf), ...lists].filter((known) => known !== order).length;
  figures[`${name}: from the response to each arrival`] = spreadOf(delays);
  figures[`${name}: from the last response to the last arrival`] = settled - Math.max(...answered.values());
  goals.push({ what: `${name}: slowest arrival`, measured: spreadOf(delays).worst, bound: 500, unit: 'ms' });
  goals.push({
    what: `${name}: lists and screens with another order`,
    measured: different,
    bound: 0,
    unit: '',
  });
  await group.owner.lowerAllHands(group.at);
}

const lectern = await startInProcess();
try {
  const group = await makeGroup(lectern, { isPublic: false });
  const watchers = await gather(lectern, group);
  await measure(group, watchers, { name: `${count} hands at once`, pause: 0 });
  const pause = (pacedSeconds * 1000) / count;
  await measure(group, watchers, { name: `${count} hands in ${pacedSeconds} s`, pause });
  for (const { socket } of watchers) socket.close();
  await Promise.all(watchers.map(({ who }) => who.person.leave()));
} finally {
  await lectern.remove();
}

report({ name: 'hands', figures, unit: 'ms', goals, isKept: count === 200 });
