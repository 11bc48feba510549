import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../testing/wait.ts';
import { type HubServer, openHubServer } from './testing/hub-server.ts';
import { FakeTable } from './testing/table.ts';
import { Wire } from './testing/wire.ts';

suite('the hubs of two nodes', () => {
  const table = new FakeTable();
  const wire = new Wire();
  let one: HubServer;
  let two: HubServer;
  before(async () => {
    // So that only the bus, not the periodic comparison with the table, can deliver what this test expects.
    const limits = { compareMs: 60_000 };
    one = await openHubServer({ table, bus: wire.bus(), limits });
    two = await openHubServer({ table, bus: wire.bus(), limits });
    for (const name of ['a', 'b', 'c', 'd']) table.make(`chat:${name}`);
  });
  after(async () => {
    await one.close();
    await two.close();
  });

  test('a change, an unnumbered event and a changed right reach the other node, once each', async () => {
    table.allow('1', ['chat:a'], { name: 'Ada' });
    table.allow('2', ['chat:a', 'chat:b']);
    const [ada, bob] = [await one.connected('1'), await two.connected('2')];
    table.publish(one.engine, 'chat:a', 'hello');
    table.publish(two.engine, 'chat:a', 'and back');
    one.engine.tell('chat:a', '{"text":"reactions"}');
    await ada.until('chat:a 2 and back');
    await bob.until('chat:a news reactions');
    table.allow('2', ['chat:a']);
    one.engine.recheck(['2']);
    await bob.until('unsubscribed chat:b');
    for (const listener of [ada, bob]) {
      const heard = listener.seen.filter((line) => line.startsWith('chat:a '));
      assert.deepEqual(heard.sort(), ['chat:a 1 hello', 'chat:a 2 and back', 'chat:a news reactions']);
    }
    ada.client.disconnect();
    bob.client.disconnect();
  });

  test('presence, joins and leaves cover all nodes', async () => {
    for (const userId of ['3', '4']) table.allow(userId, ['chat:c'], { name: userId });
    const asking = await one.connected('3', { data: { subscribe: 'client' } });
    const subscription = asking.client.newSubscription('chat:c', { joinLeave: true });
    const seen: string[] = [];
    subscription.on('join', ({ info }) => seen.push(`join ${info.user}`));
    subscription.on('leave', ({ info }) => seen.push(`leave ${info.user}`));
    subscription.subscribe();
    await subscription.ready(2_000);
    const other = await two.connected('4');
    await waitUntil(() => seen.includes('join 4'), { timeout: 2_000, message: () => `${seen}` });
    assert.deepEqual(await asking.client.presenceStats('chat:c'), { numClients: 2, numUsers: 2 });
    const present = Object.values(await two.engine.presence('chat:c')).map(({ conn_info: info }) => info);
    assert.equal(present.length, 2);
    assert.deepEqual(wire.heard(), [['chat:c'], ['chat:c']]);
    other.client.disconnect();
    await waitUntil(() => seen.includes('leave 4'), { timeout: 2_000, message: () => `${seen}` });
    assert.equal(Object.keys(await one.engine.presence('chat:c')).length, 1);
    asking.client.disconnect();
  });

  test('a redacted change is redacted on every node', async () => {
    table.allow('5', ['chat:d']);
    const listener = await two.connected('5');
    table.publish(one.engine, 'chat:d', 'a secret');
    await listener.untilOffset(1);
    table.redact('chat:d', 1);
    one.engine.forget('chat:d');
    table.publish(one.engine, 'chat:d', 'deleted');
    await listener.untilOffset(2);
    const { publications } = await listener.client.history('chat:d', { limit: -1 });
    assert.doesNotMatch(JSON.stringify(publications), /a secret/);
    assert.equal(publications.length, 2);
    listener.client.disconnect();
  });

  test('while the bus is cut each node serves its own clients; afterwards the table supplies what was lost', async () => {
    table.allow('6', ['chat:a', 'chat:b']);
    const [near, far] = [await one.connected('6'), await two.connected('6')];
    const top = table.channels.get('chat:b')?.entries.length ?? 0;
    wire.isCut = true;
    table.publish(one.engine, 'chat:b');
    table.publish(one.engine, 'chat:b');
    await near.untilOffset(top + 2);
    assert.deepEqual(far.offsets, []);
    table.allow('6', ['chat:b']);
    one.engine.recheck(['6']);
    await near.until('unsubscribed chat:a');
    wire.mend();
    await far.untilOffset(top + 2);
    await far.until('unsubscribed chat:a');
    assert.deepEqual(far.offsets, [top + 1, top + 2]);
    near.client.disconnect();
    far.client.disconnect();
  });

  test("a node subscribes to the bus before it reads a channel's table", async () => {
    table.make('chat:e');
    table.allow('7', ['chat:e']);
    let open = () => {};
    wire.gate = new Promise<void>((done) => {
      open = done;
    });
    const { read } = table.asked;
    const listener = two.client('7');
    listener.client.connect();
    await waitUntil(() => wire.subscribed.includes('chat:e'), {
      timeout: 2_000,
      message: 'the subscription to the bus',
    });
    assert.equal(table.asked.read, read);
    // Published after the subscription began and before the table is read.
    table.publish(one.engine, 'chat:e', 'in between');
    open();
    await listener.until('subscribed chat:e');
    table.publish(one.engine, 'chat:e', 'after it');
    await listener.untilOffset(2);
    assert.deepEqual(listener.offsets, [2]);
    listener.client.disconnect();
  });
});
