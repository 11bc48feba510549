import { startTwoNodes } from '../../server/testing/engines/nodes.ts';
import { withoutRedis } from '../../server/testing/engines/redis.ts';
import { startLectern } from '../../server/testing/lectern.ts';
import { report } from '../lib/report.ts';
import {
  type ChatOutcome,
  type ChatServers,
  chatRounds,
  chatServersOfOne,
  chatServersOfTwo,
} from './lib/chat-rounds.ts';
import { brokenInChat } from './lib/chat-verdict.ts';

/**
 * `npm run soak -- chat [kills] [seed]`: 20 people with the stock client write and reconnect in one channel while
 * first the only server is killed with -9 so many times, then two servers joined by Redis, and Redis itself.
 */
const [kills = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const settings = { LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0', LECTERN_LOG_LEVEL: 'warn' };

const run = (name: string, servers: ChatServers): Promise<ChatOutcome> =>
  chatRounds(servers, {
    seed,
    kills,
    onKill: (kill, what, messages) =>
      console.log(`${name}: ${what} killed, ${kill + 1} of ${kills}; ${messages} messages so far`),
  });

async function onOne(): Promise<ChatOutcome> {
  const lectern = await startLectern(settings);
  const servers = await chatServersOfOne(lectern);
  try {
    return await run('one server', servers);
  } finally {
    await servers.database.close();
    await lectern.remove();
  }
}

async function onTwo(): Promise<ChatOutcome> {
  const nodes = await startTwoNodes(settings);
  try {
    return await run('two servers', chatServersOfTwo(nodes));
  } finally {
    await nodes.remove();
  }
}

const figuresOf = (name: string, outcome: ChatOutcome) => ({
  [`${name}: kills of servers`]: outcome.killsOfServers,
  [`${name}: kills of Redis`]: outcome.killsOfRedis,
  [`${name}: messages acknowledged`]: outcome.messages,
  [`${name}: requests repeated`]: outcome.repeatedRequests,
  [`${name}: connections of 20 people`]: outcome.connections,
  [`${name}: subscriptions recovered`]: outcome.recovered,
  [`${name}: subscriptions not recovered`]: outcome.notRecovered,
  [`${name}: readings of ?since=`]: outcome.sinceReadings,
  [`${name}: seconds`]: outcome.seconds,
});

const what: Record<string, string> = {
  tableHoles: 'holes in the numbers',
  neverTold: 'messages that were never told',
  toldOfNothing: 'changes that tell of no message',
  lostOrDoubled: 'acknowledged messages lost or doubled',
  invented: 'messages that nobody sent',
  missed: 'changes that somebody missed',
  differing: 'changes that differ between people or from the table',
  socketRepeats: 'changes that a socket told twice',
  socketHoles: 'changes that a socket left out',
  misnumbered: 'changes whose number is not their offset',
  failures: 'people who failed',
};

const goalsOf = (name: string, outcome: ChatOutcome) =>
  Object.entries(brokenInChat(outcome)).map(([key, value]) => ({
    what: `${name}: ${what[key]}`,
    measured: Array.isArray(value) ? value.length : value,
    bound: 0,
    unit: '',
  }));

const one = await onOne();
const missing = withoutRedis();
const two = missing ? undefined : await onTwo();
if (missing) console.log(`two servers: ${missing}`);
for (const failure of [...one.failures, ...(two?.failures ?? [])]) console.log(failure);
report({
  name: 'soak-chat',
  unit: 'ms',
  figures: {
    seed,
    ...figuresOf('one server', one),
    ...(two && figuresOf('two servers', two)),
  },
  goals: [...goalsOf('one server', one), ...(two ? goalsOf('two servers', two) : [])],
});
