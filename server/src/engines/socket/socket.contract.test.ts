import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { centrifugoProgram } from '../../../testing/engines/centrifugo.ts';
import { withoutRedis } from '../../../testing/engines/redis.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { SocketEngine } from './socket.ts';
import { hubAlone, hubsOnRedis, onCentrifugo, type SocketStage } from './testing/contract-stages.ts';
import type { StockListener } from './testing/listener.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The same order in every run. */
function shuffled<T>(list: T[]): T[] {
  let state = 7;
  const weigh = (value: T) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return { value, weight: state };
  };
  return list
    .map(weigh)
    .sort((a, b) => a.weight - b.weight)
    .map(({ value }) => value);
}

/** One channel of a stage, and its users. */
class Scene {
  readonly stage: SocketStage;
  readonly channel: string;

  constructor(stage: SocketStage, name: string) {
    this.stage = stage;
    this.channel = `chat:${name}`;
    stage.table.make(this.channel);
  }

  get table() {
    return this.stage.table;
  }

  /** Engine of the next node, in turn. */
  engine(turn: number): SocketEngine {
    const engine = this.stage.engines[turn % this.stage.engines.length];
    assert.ok(engine);
    return engine;
  }

  say(count = 1): void {
    for (let turn = 0; turn < count; turn += 1) {
      this.engine(turn).publish(this.channel, this.table.add(this.channel));
    }
  }

  async come(name: string, { node = 0, channels = [this.channel] } = {}): Promise<StockListener> {
    const id = `${this.channel.slice(5)}-${name}`;
    this.table.allow(id, channels, { displayName: name });
    const listener = this.stage.listener(id, node);
    listener.client.connect();
    await listener.untilSeen('connected');
    for (const channel of channels) await listener.untilSeen(`subscribed ${channel}`);
    return listener;
  }

  id(name: string): string {
    return `${this.channel.slice(5)}-${name}`;
  }
}

/** The guarantees of every socket engine, by test name. */
const cases: Record<string, (scene: Scene) => Promise<void>> = {
  'committed changes reach every listener at once, once and in order': async (scene) => {
    const listeners = [await scene.come('ada'), await scene.come('bob', { node: 1 })];
    // Three times on one node: a delivery by the comparison every 2 s could be as quick once by chance.
    for (const last of [100, 200, 300]) {
      const began = performance.now();
      for (let count = 0; count < 100; count += 1) scene.table.publish(scene.engine(0), scene.channel);
      for (const listener of listeners) await listener.untilSeq(scene.channel, last);
      assert.ok(performance.now() - began < 1200, `it took ${performance.now() - began} ms`);
    }
    for (const listener of listeners) assert.deepEqual(listener.seqs(scene.channel), range(1, 300));
  },

  'changes published out of order, twice and by several nodes arrive once and in order': async (scene) => {
    const listeners = [await scene.come('ada'), await scene.come('bob', { node: 1 })];
    const entries = range(1, 60).map(() => scene.table.add(scene.channel));
    for (const [turn, entry] of shuffled([...entries, ...entries]).entries()) {
      scene.engine(turn).publish(scene.channel, entry);
    }
    for (const listener of listeners) await listener.untilSeq(scene.channel, 60);
    scene.say();
    for (const listener of listeners) {
      await listener.untilSeq(scene.channel, 61);
      assert.deepEqual(listener.seqs(scene.channel), range(1, 61));
    }
  },

  'a change that its node committed and never published arrives all the same': async (scene) => {
    const listener = await scene.come('ada');
    scene.say(2);
    await listener.untilSeq(scene.channel, 2);
    scene.table.add(scene.channel);
    await listener.untilSeq(scene.channel, 3);
    scene.table.add(scene.channel);
    scene.say();
    await listener.untilSeq(scene.channel, 5);
    assert.deepEqual(listener.seqs(scene.channel), range(1, 5));
  },

  'the first change of a channel arrives, published or not': async (scene) => {
    const listener = await scene.come('ada');
    scene.table.add(scene.channel);
    await listener.untilSeq(scene.channel, 1);
  },

  'a client that was cut off gets what it missed, once and in order': async (scene) => {
    const listener = await scene.come('ada');
    scene.say(3);
    await listener.untilSeq(scene.channel, 3);
    listener.cut();
    scene.say(20);
    await listener.untilSeen(`subscribed ${scene.channel} recovered`);
    scene.say();
    await listener.untilSeq(scene.channel, 24);
    assert.deepEqual(listener.seqs(scene.channel), range(1, 24));
  },

  'a withdrawn right ends a subscription at once, whichever node rechecks it': async (scene) => {
    const [ada, bob] = [await scene.come('ada', { node: 1 }), await scene.come('bob')];
    scene.say();
    await ada.untilSeq(scene.channel, 1);
    scene.table.allow(scene.id('ada'), []);
    scene.engine(0).recheck([scene.id('ada')]);
    await ada.untilSeen(`unsubscribed ${scene.channel}`);
    scene.say(3);
    await bob.untilSeq(scene.channel, 4);
    ada.cut();
    await ada.until(() => ada.count('connected') >= 2, 'ada to be back');
    scene.say();
    await bob.untilSeq(scene.channel, 5);
    assert.deepEqual(ada.seqs(scene.channel), [1]);
  },

  'a new right brings a new subscription': async (scene) => {
    const ada = await scene.come('ada', { node: 1, channels: [] });
    scene.table.allow(scene.id('ada'), [scene.channel]);
    scene.engine(0).recheck([scene.id('ada')]);
    await ada.untilSeen(`subscribed ${scene.channel}`);
    scene.say();
    await ada.untilSeq(scene.channel, 1);
  },

  'a recheck without a change disturbs no connection': async (scene) => {
    const ada = await scene.come('ada');
    scene.engine(0).recheck([scene.id('ada')]);
    scene.engine(1).recheck([scene.id('ada')]);
    const bob = await scene.come('bob');
    scene.table.allow(scene.id('bob'), []);
    scene.engine(0).recheck([scene.id('bob')]);
    await bob.untilSeen(`unsubscribed ${scene.channel}`);
    scene.say();
    await ada.untilSeq(scene.channel, 1);
    assert.equal(ada.count('connected'), 1);
    assert.equal(ada.count(`subscribed ${scene.channel}`), 1);
  },

  'a user who may no longer connect is disconnected for good': async (scene) => {
    const ada = await scene.come('ada', { node: 1 });
    scene.table.standings.delete(scene.id('ada'));
    scene.engine(0).recheck([scene.id('ada')]);
    await ada.until(() => ada.client.state === 'disconnected', 'ada to be disconnected');
  },

  'unnumbered events of a channel and of a user reach the current listeners': async (scene) => {
    const [ada, bob] = [await scene.come('ada', { node: 1 }), await scene.come('bob')];
    const news = (text: string) => JSON.stringify({ event: 'news', payload: { text } });
    scene.engine(0).tell(scene.channel, news('to all'));
    scene.engine(0).tell(`user:${scene.id('ada')}`, news('to one'));
    for (const listener of [ada, bob]) await listener.untilSeen(`${scene.channel}: to all (news)`);
    await ada.untilSeen(`user:${scene.id('ada')}: to one (news)`);
    bob.cut();
    await bob.untilSeen(`subscribed ${scene.channel} recovered`);
    scene.say();
    await bob.untilSeq(scene.channel, 1);
    assert.equal(bob.heard('to one'), false);
    assert.equal(bob.count(`${scene.channel}: to all (news)`), 1, 'unnumbered events are not recovered');
  },

  'deleted content is not recovered': async (scene) => {
    const listener = await scene.come('ada', { node: 1 });
    scene.say();
    await listener.untilSeq(scene.channel, 1);
    listener.client.disconnect();
    scene.engine(0).publish(scene.channel, scene.table.add(scene.channel, 'a slip of the tongue'));
    const bob = await scene.come('bob');
    scene.say();
    await bob.untilSeq(scene.channel, 3);
    scene.table.redact(scene.channel, 2);
    scene.engine(0).forget(scene.channel);
    const carol = await scene.come('carol', { node: 1 });
    scene.say();
    await carol.untilSeq(scene.channel, 4);
    listener.client.connect();
    await listener.until(() => listener.count('connected') >= 2, 'ada to be back');
    scene.say();
    await listener.untilSeq(scene.channel, 5);
    assert.equal(listener.heard('a slip of the tongue'), false);
  },

  'presence on every node shows the current listeners': async (scene) => {
    const [ada, bob] = [await scene.come('ada', { node: 1 }), await scene.come('bob')];
    for (const turn of [0, 1]) {
      const names = async () =>
        Object.values(await scene.engine(turn).presence(scene.channel))
          .map(({ user, conn_info }) => `${user} ${JSON.stringify(conn_info)}`)
          .sort();
      const both = ['ada', 'bob'].map((name) => `${scene.id(name)} {"displayName":"${name}"}`);
      await waitUntil(async () => (await names()).length === 2, {
        timeout: 5000,
        message: 'both to be present',
      });
      assert.deepEqual(await names(), both);
    }
    ada.client.disconnect();
    for (const turn of [0, 1]) {
      await waitUntil(
        async () => Object.keys(await scene.engine(turn).presence(scene.channel)).length === 1,
        {
          timeout: 5000,
          message: 'ada to be gone',
        },
      );
    }
    assert.equal(bob.client.state, 'connected');
  },

  'forbidden commands are refused with the codes of the protocol': async (scene) => {
    const listener = await scene.come('ada');
    await assert.rejects(listener.client.publish(scene.channel, { text: 'mine' }), { code: 103 });
    await assert.rejects(listener.client.rpc('anything', {}), { code: 108 });
    scene.stage.table.make(`${scene.channel}-other`);
    for (const token of [await scene.engine(0).issueToken(scene.id('ada')), 'garbage']) {
      const subscription = listener.client.newSubscription(`${scene.channel}-other`, { token });
      const refused = new Promise((done) => subscription.once('unsubscribed', ({ code }) => done(code)));
      subscription.subscribe();
      assert.equal(await refused, 103);
      listener.client.removeSubscription(subscription);
    }
  },

  'a node that restarts continues where it was': async (scene) => {
    const listeners = [await scene.come('ada'), await scene.come('bob', { node: 1 })];
    scene.say(5);
    for (const listener of listeners) await listener.untilSeq(scene.channel, 5);
    const restarting = scene.stage.restart();
    for (let count = 0; count < 5; count += 1) scene.table.add(scene.channel);
    await restarting;
    for (const listener of listeners) await listener.untilSeq(scene.channel, 10);
    scene.say(5);
    for (const listener of listeners) {
      await listener.untilSeq(scene.channel, 15);
      assert.deepEqual(listener.seqs(scene.channel), range(1, 15));
    }
  },
};

/** The guarantees that also hold while Redis or Centrifugo crashes and comes back. */
const onRedis: typeof cases = {
  'while Redis is away a node serves its own clients at once and the others soon; nothing is lost': async (
    scene,
  ) => {
    const [ada, bob] = [await scene.come('ada', { node: 0 }), await scene.come('bob', { node: 1 })];
    scene.say(2);
    for (const listener of [ada, bob]) await listener.untilSeq(scene.channel, 2);
    await scene.stage.outside?.kill();
    const began = performance.now();
    scene.engine(0).publish(scene.channel, scene.table.add(scene.channel));
    await ada.untilSeq(scene.channel, 3);
    assert.ok(performance.now() - began < 500, 'clients of the same node waited for Redis');
    await bob.untilSeq(scene.channel, 3);
    assert.ok(performance.now() - began < 4000, 'clients of the other node waited too long');
    scene.say(4);
    await scene.stage.outside?.start();
    scene.say(4);
    for (const listener of [ada, bob]) {
      await listener.untilSeq(scene.channel, 11);
      assert.deepEqual(listener.seqs(scene.channel), range(1, 11));
      assert.equal(listener.count('connected'), 1, 'a connection was lost with Redis');
    }
  },
};

const onTheirs: typeof cases = {
  'after Centrifugo crashes and forgets its streams, changes go on in order and none comes twice': async (
    scene,
  ) => {
    const ada = await scene.come('ada');
    scene.say(5);
    await ada.untilSeq(scene.channel, 5);
    await scene.stage.outside?.kill();
    scene.say(3);
    await scene.stage.outside?.start();
    await ada.until(() => ada.count('connected') >= 2, 'ada to be back');
    scene.say(3);
    await ada.untilSeq(scene.channel, 11);
    const seqs = ada.seqs(scene.channel);
    assert.deepEqual(
      seqs,
      [...new Set(seqs)].sort((a, b) => a - b),
      'out of order or twice',
    );
    assert.deepEqual(seqs.slice(-3), [9, 10, 11]);
    assert.ok(ada.count(`subscribed ${scene.channel} lost`) === 1, 'ada is told to read the rest by HTTP');
  },
};

function contract(name: string, open: () => Promise<SocketStage>, more: typeof cases = {}): void {
  let stage: SocketStage;
  before(async () => {
    stage = await open();
  });
  after(() => stage?.close());
  for (const [index, [what, run]] of Object.entries({ ...cases, ...more }).entries()) {
    test(`${name}: ${what}`, () => run(new Scene(stage, `case-${index + 1}`)));
  }
}

// Most cases wait for the next comparison with the table, so the engines take their turns side by side.
suite('the contract of socket engines', { concurrency: 3 }, () => {
  const inTurn = { concurrency: 1 };
  suite('the hub alone', inTurn, () => contract('the hub', hubAlone));
  suite('two hubs on Redis', { ...inTurn, skip: withoutRedis() }, () =>
    contract('two hubs', hubsOnRedis, onRedis),
  );
  // Left out on a machine without Centrifugo, not skipped: see docs/decisions/0006.
  if (centrifugoProgram()) {
    suite('Centrifugo', inTurn, () => contract('Centrifugo', onCentrifugo, onTheirs));
  }
});
