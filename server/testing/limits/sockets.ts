import { openHubServer } from '../../src/engines/socket/hub/testing/hub-server.ts';
import {
  hubAlone,
  hubsOnRedis,
  onCentrifugo,
  type SocketStage,
} from '../../src/engines/socket/testing/contract-stages.ts';
import type { StockListener } from '../../src/engines/socket/testing/listener.ts';
import { centrifugoProgram } from '../engines/centrifugo.ts';
import { startTwoNodes } from '../engines/nodes.ts';
import { withoutRedis } from '../engines/redis.ts';
import { makeGroup } from '../group.ts';
import { enterChat } from '../people/chat.ts';
import { SocketListener } from '../people/listener.ts';
import { type MeasuredLimit, measureLimit, timeOf } from './limit.ts';

const channel = 'chat:limits';
const changes = 100;

async function connect(stage: SocketStage, node: number): Promise<StockListener> {
  const userId = `listener ${node}`;
  stage.table.allow(userId, [channel]);
  const listener = stage.listener(userId, node);
  listener.client.connect();
  await listener.untilSeen(`subscribed ${channel}`);
  return listener;
}

/** Changes of one node to its own client and to one of the other node. */
async function limitsOf(name: string, stage: SocketStage): Promise<MeasuredLimit[]> {
  const [engine] = stage.engines;
  if (!engine) throw new Error('the stage has no engine');
  try {
    stage.table.make(channel);
    const listeners = [await connect(stage, 0), await connect(stage, 1)];
    const [own, other] = listeners as [StockListener, StockListener];
    // Three times on one node: a delivery by the comparison every 2 s could be as quick once by chance.
    const times: number[] = [];
    for (const round of [1, 2, 3]) {
      const publishAll = async () => {
        for (let count = 0; count < changes; count += 1) stage.table.publish(engine, channel);
        for (const listener of listeners) await listener.untilSeq(channel, round * changes);
      };
      times.push(await timeOf(publishAll));
    }
    const what = `${name}: ${changes} changes to every listener`;
    const goals: MeasuredLimit[] = [{ what, measured: Math.max(...times), bound: 1200, unit: 'ms' }];
    if (name !== 'hubs on Redis') return goals;
    await stage.outside?.kill();
    stage.table.publish(engine, channel);
    const seen = (listener: StockListener) => () => listener.untilSeq(channel, 3 * changes + 1);
    const away = await Promise.all([
      measureLimit('Redis is away: a change to a client of the same node', 500, seen(own)),
      measureLimit('Redis is away: a change to a client of another node', 4000, seen(other)),
    ]);
    await stage.outside?.start();
    return [...goals, ...away];
  } finally {
    await stage.close();
  }
}

/** The time until a client learns that it lost a channel, and the time in which a hub with clients stops. */
async function limitsOfHub(): Promise<MeasuredLimit[]> {
  const stage = await openHubServer({ limits: { compareMs: 100 } });
  try {
    for (const name of ['chat:a', 'chat:c']) stage.table.make(name, { count: 2 });
    stage.table.allow('l', ['chat:a', 'chat:c']);
    const listener = await stage.connected('l');
    await stage.connected('l');
    const loseChannel = async () => {
      stage.table.allow('l', ['chat:a']);
      stage.engine.recheck(['l']);
      await listener.until('unsubscribed chat:c');
    };
    const lost = await measureLimit('a lost channel is reported to the client', 500, loseChannel);
    const stopped = await measureLimit('a hub with clients stops', 1000, () => stage.engine.stop());
    await stage.engine.start(stage.table);
    return [lost, stopped];
  } finally {
    await stage.close();
  }
}

/** Forty messages, sent at two servers in turn, at the sockets of both. */
async function limitOfTwoServers(): Promise<MeasuredLimit> {
  const nodes = await startTwoNodes({
    LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0',
    LECTERN_RATE_LIMIT_PER_MINUTE: '1000000',
  });
  try {
    const { first, second } = nodes;
    const group = await makeGroup(first);
    const { channelId } = group.room;
    const ann = await enterChat(first, group);
    const bob = await enterChat(
      second,
      { ...group, owner: second.client(second.owner.personalToken) },
      { username: 'Bob' },
    );
    const ears = [
      await SocketListener.of(first, ann.api, channelId),
      await SocketListener.of(second, bob.api, channelId),
    ];
    for (let turn = 0; turn < 40; turn += 1)
      await (turn % 2 ? bob : ann).api.sendMessage({ body: { channelId, text: `message ${turn}` } });
    const hearAll = () => Promise.all(ears.map((ear) => ear.hears('message', 40)));
    const goal = await measureLimit('two servers: the last of 40 messages to both sockets', 1500, hearAll);
    for (const ear of ears) ear.close();
    return goal;
  } finally {
    await nodes.remove();
  }
}

/** Prints each limit that cannot be measured on this machine. */
export async function measureSockets(): Promise<MeasuredLimit[]> {
  const goals = [...(await limitsOf('hub alone', await hubAlone())), ...(await limitsOfHub())];
  if (withoutRedis()) console.log('  not measured: Redis is missing');
  else goals.push(...(await limitsOf('hubs on Redis', await hubsOnRedis())), await limitOfTwoServers());
  if (centrifugoProgram()) goals.push(...(await limitsOf('Centrifugo', await onCentrifugo())));
  else console.log('  not measured: Centrifugo is missing');
  return goals;
}
