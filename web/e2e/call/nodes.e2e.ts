import { createClient } from '../../../contract/client/index.ts';
import { checkedFetch } from '../../../server/testing/answers/checked-fetch.ts';
import { type Balancer, startBalancer } from '../../../server/testing/engines/balancer.ts';
import { startTwoNodes, type TwoNodes } from '../../../server/testing/engines/nodes.ts';
import { withoutRedis } from '../../../server/testing/engines/redis.ts';
import { freePorts } from '../../../server/testing/processes/ports.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { PersonPage } from '../testing/person-page.ts';
import { test as base, expect, School } from '../testing/school.ts';

const why = withoutRedis();
base.skip(why !== false, why || '');
base.setTimeout(300_000);

const socketPath = '/connection/websocket';
const signallingPath = '/rtc';

/** In ms. A page leaves a frozen node within 6.5 s; a machine that runs other tests may need several times that. */
const leaveMs = 30_000;
/** In ms. A broken media connection would be silent for longer, until LiveKit gave it up. */
const longestGapMs = 3_000;

interface Installation {
  nodes: TwoNodes;
  balancer: Balancer;
  /** Through the load balancer. */
  school: School;
}

/** Two nodes behind a load balancer, whose address is that of the installation. */
const test = base.extend<{ installation: Installation }>({
  installation: async ({ browserName: _ }, use) => {
    const { http: port } = await freePorts();
    const url = `http://127.0.0.1:${port}`;
    const nodes = await startTwoNodes({
      ...{ LECTERN_URL: url, LECTERN_TRUSTED_PROXIES: '127.0.0.0/8' },
      ...{ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0', LECTERN_DRAIN_SECONDS: '2' },
    });
    let balancer: Balancer | undefined;
    try {
      balancer = await startBalancer([nodes.first.url, nodes.second.url], port);
      const client = (token?: string) => createClient({ baseUrl: url, token, fetch: checkedFetch });
      await use({ nodes, balancer, school: await School.at({ ...nodes.first, url, client }) });
    } finally {
      balancer?.close();
      await nodes.remove();
    }
  },
});

/** Waits until both pages have both sockets at this node. A frozen node may hold closed ones for a while longer. */
async function sitAt(balancer: Balancer, node: string): Promise<void> {
  const held = () => [socketPath, signallingPath].map((path) => balancer.nodesOf(path));
  await waitUntil(() => held().every((nodes) => nodes.filter((one) => one === node).length === 2), {
    timeout: 40_000,
    message: () => `both sockets of both pages to be at ${node}; they are at ${JSON.stringify(held())}`,
  });
}

test(
  'a page leaves a node that freezes, and both in a rolling restart; sound, picture and chat continue',
  { tag: '@alone' },
  async ({ browser, installation: { nodes, balancer, school } }, info) => {
    const { first, second } = nodes;
    const room = await school.room();
    const admitAgain = balancer.drain(second.url);
    const anna = await PersonPage.enter(browser, await school.link(room, { role: 'moderator' }));
    const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
    await anna.page.keyboard.press('c');
    const chat = anna.page.getByRole('complementary', { name: 'Chat' });
    const field = chat.getByRole('textbox', { name: 'Message everyone' });
    await expect(field).toBeVisible();
    await Promise.all([anna.seesAndHears(), boris.seesAndHears()]);
    await sitAt(balancer, first.url);
    admitAgain();
    const atSecond = await (await School.at(second)).chatting(room, { username: 'Clara' });
    const throughBalancer = await school.chatting(room, { username: 'Dora' });
    await Promise.all([anna.watchGaps(), boris.watchGaps()]);
    const message = (text: string) => chat.getByRole('article').filter({ hasText: text });

    process.kill(first.pid(), 'SIGSTOP');
    const frozenAt = performance.now();
    try {
      await atSecond.sendMessage({ body: { channelId: room.channelId, text: 'The node is frozen' } });
      await expect(message('The node is frozen')).toBeVisible({ timeout: leaveMs });
      const leftMs = Math.round(performance.now() - frozenAt);
      info.annotations.push({ type: 'until the page left the frozen node', description: `${leftMs} ms` });
      await sitAt(balancer, second.url);
    } finally {
      process.kill(first.pid(), 'SIGCONT');
    }
    await waitUntil(() => balancer.isUp(first.url), { timeout: 20_000, message: 'the first node to serve' });

    const failuresBefore = balancer.failures.length;
    const written = ['The node is frozen', 'Mine'];
    const write = async () => {
      const text = `Word ${written.length}.`;
      await throughBalancer.sendMessage({ body: { channelId: room.channelId, text } });
      written.push(text);
      await expect(message(text)).toBeVisible();
    };
    let isStopped = false;
    const stopping = second.stop().finally(() => {
      isStopped = true;
    });
    await field.fill('Mine');
    await field.press('Enter');
    while (!isStopped) await write();
    await stopping;
    await sitAt(balancer, first.url);
    await write();
    expect(balancer.failures.slice(failuresBefore)).toEqual([]);

    // The other half of a rolling restart. On a small machine a node that has just started may miss checks of the load
    // balancer, which refuses requests then; nobody leaves the call.
    await second.start();
    await waitUntil(() => balancer.isUp(second.url), {
      timeout: 20_000,
      message: 'the second node to serve',
    });
    await first.stop();
    await sitAt(balancer, second.url);
    await write();
    const messages = await throughBalancer.listMessages({
      channelId: room.channelId,
      query: { limit: 100 },
    });
    expect(messages.map((one) => 'text' in one && one.text).sort()).toEqual(written.sort());

    await Promise.all([anna.seesAndHears(), boris.seesAndHears()]);
    await expect(anna.text('You still hear and see everyone')).toBeHidden();
    for (const [name, person] of Object.entries({ anna, boris })) {
      const gaps = await person.longestGaps();
      info.annotations.push({ type: `longest gaps of ${name}`, description: JSON.stringify(gaps) });
      expect(Math.max(gaps.audio, gaps.video)).toBeLessThan(longestGapMs);
    }
    await Promise.all([anna.close(), boris.close()]);
  },
);
