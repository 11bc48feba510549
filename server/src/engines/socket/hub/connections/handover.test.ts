import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import { type HubServer, openHubServer, type RecordingClient } from '../testing/hub-server.ts';

suite('published changes reach the listeners', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer({ limits: { compareMs: 150 } });
  });
  after(() => stage.close());

  const scene = async (name: string, options = {}) => {
    const channel = `chat:${name}`;
    stage.table.make(channel, { count: 3 });
    stage.table.allow(name, [channel]);
    const listener = await stage.connected(name, options);
    return { listener, channel };
  };

  test('changes arrive once and in order, whatever the order and number of their publications', async () => {
    const { listener, channel } = await scene('order');
    const changes = [4, 5, 6, 7, 8, 9].map(() => stage.table.add(channel));
    const reads = stage.table.asked.read;
    for (const index of [1, 0, 0, 5, 3, 4, 1, 2, 5, 0]) {
      const change = changes[index];
      if (change) stage.engine.publish(channel, change);
    }
    await listener.untilOffset(9);
    assert.deepEqual(listener.offsets, [4, 5, 6, 7, 8, 9]);
    assert.equal(stage.table.asked.read, reads, 'nothing is missing, so nothing is read');
    listener.client.disconnect();
  });

  test('an unpublished change is read from the table as soon as a later one arrives', async (t) => {
    const slow = await openHubServer({ limits: { compareMs: 60_000 } });
    t.after(() => slow.close());
    slow.table.make('chat:hole', { count: 3 });
    slow.table.allow('hole', ['chat:hole']);
    const listener = await slow.connected('hole');
    slow.table.add('chat:hole');
    slow.table.publish(slow.engine, 'chat:hole');
    await listener.untilOffset(5);
    assert.deepEqual(listener.offsets, [4, 5]);
  });

  test('an unpublished last change is found in the table, so that a crash after the commit loses nothing', async () => {
    const { listener, channel } = await scene('crash');
    stage.table.add(channel);
    stage.table.add(channel);
    await listener.untilOffset(5);
    assert.deepEqual(listener.offsets, [4, 5]);
    listener.client.disconnect();
  });

  test('a published change that was never committed delays no other', async () => {
    const { listener, channel } = await scene('bogus');
    const data = '{"event":"message","payload":{"text":"never"},"seq":40}';
    stage.engine.publish(channel, { seq: 40, data, epoch: 'first' });
    stage.engine.publish(channel, { seq: 4, data, epoch: 'an older life' });
    stage.table.publish(stage.engine, channel, 'real');
    await listener.until(`${channel} 4 real`);
    const reads = stage.table.asked.read;
    for (let count = 0; count < 6; count += 1) stage.table.publish(stage.engine, channel);
    await listener.untilOffset(10);
    assert.ok(stage.table.asked.read - reads <= 2);
    assert.ok(!listener.seen.some((line) => line.endsWith('never')));
    listener.client.disconnect();
  });

  test('while the database is away published changes still arrive; the rest follows when it is back', async () => {
    const { listener, channel } = await scene('away');
    stage.table.isAway = true;
    stage.table.publish(stage.engine, channel);
    await listener.untilOffset(4);
    stage.table.add(channel);
    stage.table.publish(stage.engine, channel);
    const asked = stage.table.asked.tops;
    await waitUntil(() => stage.table.asked.tops > asked + 1, { timeout: 2_000, message: 'two attempts' });
    assert.deepEqual(listener.offsets, [4]);
    stage.table.isAway = false;
    await listener.untilOffset(6);
    assert.deepEqual(listener.offsets, [4, 5, 6]);
    listener.client.disconnect();
  });

  test('when the epoch changes, server-side subscribers reconnect after 3010', async () => {
    const { listener, channel } = await scene('reborn');
    stage.table.make(channel, { count: 2, epoch: 'second' });
    stage.table.publish(stage.engine, channel, 'anew');
    await listener.until('connecting 3010');
    await listener.until(`subscribed ${channel} lost`);
    stage.table.publish(stage.engine, channel, 'goes on');
    await listener.until(`${channel} 4 goes on`);
    assert.deepEqual(listener.offsets, [4]);
    listener.client.disconnect();
  });

  test('when the epoch changes, client-side subscribers subscribe again after 2500', async () => {
    const { listener, channel } = await scene('reborn2', { data: { subscribe: 'client' } });
    const subscription = listener.client.newSubscription(channel);
    const seen: unknown[] = [];
    subscription.on('subscribing', ({ code }) => seen.push(code));
    subscription.on('subscribed', ({ wasRecovering, recovered }) => seen.push([wasRecovering, recovered]));
    subscription.subscribe();
    await subscription.ready(2_000);
    stage.table.make(channel, { count: 2, epoch: 'second' });
    stage.table.publish(stage.engine, channel);
    await waitUntil(() => seen.length === 4, { timeout: 3_000, message: () => JSON.stringify(seen) });
    assert.deepEqual(seen, [0, [false, false], 2500, [true, false]]);
    assert.deepEqual(
      listener.seen.filter((line) => line.startsWith('connecting')),
      ['connecting 0'],
    );
    listener.client.disconnect();
  });

  test('a gap larger than one read loses the position', async () => {
    const { listener, channel } = await scene('flood');
    for (let count = 0; count < 301; count += 1) stage.table.add(channel);
    await listener.until('connecting 3010');
    await listener.until(`subscribed ${channel} lost`);
    assert.deepEqual(listener.offsets, []);
    listener.client.disconnect();
  });

  test('subscriptions to a deleted channel end', async () => {
    const { listener, channel } = await scene('deleted');
    stage.table.channels.delete(channel);
    await listener.until(`unsubscribed ${channel}`);
    const stats = await stage.engine.presence(channel);
    assert.deepEqual(stats, {});
    listener.client.disconnect();
  });

  test('many clients that connect at once cause one read of the table', async () => {
    stage.table.make('chat:crowd', { count: 50 });
    const reads = stage.table.asked.read;
    const listeners: RecordingClient[] = [];
    for (let number = 0; number < 30; number += 1) {
      stage.table.allow(`crowd${number}`, ['chat:crowd']);
      const listener = stage.client(`crowd${number}`);
      listeners.push(listener);
      listener.client.connect();
    }
    for (const listener of listeners) await listener.until('subscribed chat:crowd');
    assert.equal(stage.table.asked.read - reads, 1);
    for (const listener of listeners) listener.client.disconnect();
  });

  test('a channel without listeners is dropped after a while, and read again for the next listener', async (t) => {
    const brief = await openHubServer({ limits: { compareMs: 50, keepMs: 100 } });
    t.after(() => brief.close());
    brief.table.make('chat:brief', { count: 3 });
    brief.table.allow('7', ['chat:brief']);
    const first = await brief.connected('7');
    first.client.disconnect();
    const tops = () => brief.table.asked.tops;
    // The table is asked about the channel while it is kept, and not afterwards.
    let last = -1;
    await waitUntil(
      () => {
        const isQuiet = tops() === last;
        last = tops();
        return isQuiet;
      },
      { timeout: 3_000, interval: 160, message: 'the channel to be dropped' },
    );
    const reads = brief.table.asked.read;
    brief.table.publish(brief.engine, 'chat:brief');
    assert.equal(brief.table.asked.read, reads);
    first.client.connect();
    await first.until('chat:brief 4 change 4');
  });
});
