import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type CentrifugoServer, centrifugoProgram, startCentrifugo } from '../../testing/centrifugo.ts';
import { type Chatting, enterChat } from '../../testing/chat.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { Listener } from '../../testing/listener.ts';
import { enterBy } from '../../testing/meeting.ts';
import { type Ground, type Nodes, startGround, startTwoNodes } from '../../testing/nodes.ts';
import { makePlace, type Place } from '../../testing/place.ts';
import { freePorts } from '../../testing/ports.ts';
import { sendRaw } from '../../testing/raw.ts';
import { withoutRedis } from '../../testing/redis.ts';
import { waitUntil } from '../../testing/wait.ts';

const settings = { LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' };

const textsIn = (listener: Listener): unknown[] =>
  listener.events('message').map(({ payload }) => (payload.message as { text: string }).text);

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `word ${index + 1}`);

/** Says so many words, by turns through each of these. */
async function talk(people: Pick<Chatting, 'api'>[], channelId: string, count: number): Promise<void> {
  for (const [turn, text] of numbered(count).entries()) {
    await people[turn % people.length]?.api.sendMessage({ body: { channelId, text } });
  }
}

/** Ann by a link that can be withdrawn. */
async function enterByLink(lectern: Lectern, place: Place) {
  const link = await place.owner.generateAccess({ ...place.at, body: { username: 'Ann', role: 'user' } });
  const entered = await enterBy(lectern, place, { url: link.url });
  await entered.api.joinChannel({ body: { id: place.room.channelId } });
  return { ...entered, linkId: link.id };
}

/** Ann's link is withdrawn; Bob says a word. */
async function heardNoMoreBy(
  [annHears, bobHears]: readonly [Listener, Listener],
  { place, linkId, bob }: { place: Place; linkId: string; bob: Chatting },
): Promise<void> {
  await annHears.hears('message', 1);
  const before = annHears.events('message').length;
  await place.owner.revokeAccessLink({ ...place.at, linkId });
  await waitUntil(() => annHears.closedBy === 3507, { timeout: 5000, message: 'Ann to be put out' });
  await bob.api.sendMessage({ body: { channelId: place.room.channelId, text: 'she is gone' } });
  await bobHears.hears('message', before + 1);
  assert.equal(annHears.events('message').length, before);
}

suite('two servers on one database, joined by Redis', { skip: withoutRedis() }, () => {
  let nodes: Nodes;
  before(async () => {
    nodes = await startTwoNodes({ ...settings, LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
  });
  after(() => nodes?.remove());

  /** Ann and Bob in one room, each at a server of their own. */
  async function scene() {
    const { first, second } = nodes;
    const place = await makePlace(first);
    const { channelId } = place.room;
    const elsewhere: Place = { ...place, owner: second.client(second.owner.personalToken) };
    const [ann, bob] = [
      await enterByLink(first, place),
      await enterChat(second, elsewhere, { username: 'Bob' }),
    ];
    const ears = [
      await Listener.of(first, ann.api, channelId),
      await Listener.of(second, bob.api, channelId),
    ] as const;
    const close = () => {
      for (const ear of ears) ear.close();
    };
    return { elsewhere, channelId, ann, bob, ears, close };
  }

  test('a request at one counts against the limit at the other', async () => {
    const remainingAt = async ({ url }: Lectern): Promise<number> => {
      const token = nodes.first.owner.personalToken;
      const { headers } = await sendRaw(url, { method: 'GET', path: '/v1/users/me', token });
      return Number(headers.get('ratelimit-remaining'));
    };
    const left = await remainingAt(nodes.first);
    assert.equal(await remainingAt(nodes.second), left - 1);
    assert.equal(await remainingAt(nodes.first), left - 2);
  });

  test('what is said at one is heard at the other at once and in one order', async () => {
    const { channelId, ann, bob, ears, close } = await scene();
    try {
      await talk([ann, bob], channelId, 40);
      const saidAt = performance.now();
      for (const ear of ears) {
        await ear.hears('message', 40);
        assert.deepEqual(textsIn(ear), numbered(40));
      }
      assert.ok(performance.now() - saidAt < 1500, 'the other server heard it late');
    } finally {
      close();
    }
  });

  test('who is put out at one hears no more at the other', async () => {
    const { channelId, elsewhere, ann, bob, ears, close } = await scene();
    try {
      await talk([bob], channelId, 1);
      await heardNoMoreBy(ears, { place: elsewhere, linkId: ann.linkId, bob });
    } finally {
      close();
    }
  });

  test('one is killed: the other goes on, and the one is back with all of it', async () => {
    const { channelId, ann, bob, ears, close } = await scene();
    const [annHears, bobHears] = ears;
    try {
      await talk([ann, bob], channelId, 6);
      await nodes.first.kill();
      const { api } = bob;
      for (const text of ['word 7', 'word 8']) await api.sendMessage({ body: { channelId, text } });
      await nodes.first.start();
      for (const ear of [annHears, bobHears]) {
        await ear.hears('message', 8);
        assert.deepEqual(textsIn(ear), numbered(8));
      }
    } finally {
      close();
    }
  });
});

/** The socket is not at our address then: a client goes where the application's settings say. */
async function listenAt(
  lectern: Lectern,
  { api }: Pick<Chatting, 'api'>,
  channelId: string,
): Promise<Listener> {
  const { settings: known } = await api.getInitial();
  const url = new URL(known.socketUrl);
  const elsewhere = { ...lectern, url: `http://${url.host}` };
  const listener = new Listener(elsewhere, api);
  await waitUntil(() => listener.channels.has(`chat:${channelId}`), {
    timeout: 10_000,
    message: 'the socket to hear the channel',
  });
  return listener;
}

// Not there where there is no Centrifugo: see docs/decisions/0006.
if (centrifugoProgram()) {
  suite('two servers on one database, joined by a Centrifugo', () => {
    let ground: Ground;
    let centrifugo: CentrifugoServer;
    const servers: Lectern[] = [];
    before(async () => {
      [ground, centrifugo] = await Promise.all([startGround((await freePorts()).http), startCentrifugo()]);
      for (const _ of ['first', 'second']) {
        const theirs = {
          CENTRIFUGO_URL: centrifugo.url,
          CENTRIFUGO_API_KEY: centrifugo.apiKey,
          CENTRIFUGO_TOKEN_SECRET: centrifugo.tokenSecret,
        };
        servers.push(await startLectern({ ...ground.settings, ...settings, ...theirs }));
      }
    });
    after(async () => {
      for (const server of servers) await server.remove();
      await centrifugo?.remove();
      await ground?.remove();
    });

    test('what is said at either is heard once and in one order; who is put out hears no more', async () => {
      const [first, second] = servers;
      assert.ok(first && second);
      const place = await makePlace(first);
      const { channelId } = place.room;
      const elsewhere: Place = { ...place, owner: second.client(second.owner.personalToken) };
      const ann = await enterByLink(first, place);
      const bob = await enterChat(second, elsewhere, { username: 'Bob' });
      const ears = [await listenAt(first, ann, channelId), await listenAt(second, bob, channelId)] as const;
      try {
        await talk([ann, bob], channelId, 30);
        for (const ear of ears) {
          await ear.hears('message', 30);
          assert.deepEqual(textsIn(ear), numbered(30));
        }
        await heardNoMoreBy(ears, { place: elsewhere, linkId: ann.linkId, bob });
      } finally {
        for (const ear of ears) ear.close();
      }
    });
  });
}
