import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import { type HubServer, openHubServer, type RecordingClient } from '../testing/hub-server.ts';

/** Closes the connection without a close frame, as a failing network does. */
function cut({ client }: RecordingClient): void {
  // The transport is private; the client's public interface cannot cut a connection without a close frame.
  const { _transport: transport } = client as unknown as {
    _transport: { _transport: { terminate(): void } };
  };
  transport._transport.terminate();
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

suite('recovery', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer();
  });
  after(() => stage.close());

  /** A user with a channel of their own, connected and up to date. */
  const scene = async (name: string, count = 3): Promise<{ listener: RecordingClient; channel: string }> => {
    const channel = `chat:${name}`;
    stage.table.make(channel, { count });
    stage.table.allow(name, [channel]);
    const listener = await stage.connected(name);
    await listener.until(`subscribed ${channel}`);
    return { listener, channel };
  };

  test('changes published while the client was away arrive after reconnect, once and in order', async () => {
    const { listener, channel } = await scene('away');
    for (let count = 0; count < 4; count += 1) stage.table.publish(stage.engine, channel);
    await listener.untilOffset(7);
    cut(listener);
    for (let count = 0; count < 5; count += 1) stage.table.publish(stage.engine, channel);
    await listener.until(`subscribed ${channel} recovered`);
    stage.table.publish(stage.engine, channel);
    await listener.untilOffset(13);
    assert.deepEqual(listener.offsets, range(4, 13));
  });

  test('a client that missed nothing is told that it recovered', async () => {
    const { listener, channel } = await scene('quiet');
    cut(listener);
    await listener.until(`subscribed ${channel} recovered`);
    assert.deepEqual(listener.offsets, []);
  });

  test('a client recovers an empty channel from its first change', async () => {
    const { listener, channel } = await scene('empty', 0);
    cut(listener);
    stage.table.publish(stage.engine, channel);
    await listener.untilOffset(1);
    await listener.until(`subscribed ${channel} recovered`);
  });

  test('a client recovers 300 changes; with 301 it is told to read the rest by HTTP', async () => {
    for (const [name, missed] of Object.entries({ most: 300, tooMany: 301 })) {
      const { listener, channel } = await scene(name);
      listener.client.disconnect();
      for (let count = 0; count < missed; count += 1) stage.table.publish(stage.engine, channel);
      listener.client.connect();
      await listener.until(`subscribed ${channel} ${missed === 300 ? 'recovered' : 'lost'}`);
      stage.table.publish(stage.engine, channel);
      await listener.untilOffset(3 + missed + 1);
      assert.equal(listener.offsets.length, missed === 300 ? 301 : 1);
    }
  });

  test('a client that missed erased changes is told to read anew, and gets new changes', async () => {
    const { listener, channel } = await scene('trimmed');
    stage.table.publish(stage.engine, channel);
    await listener.untilOffset(4);
    cut(listener);
    for (let count = 0; count < 5; count += 1) stage.table.add(channel);
    stage.table.trim(channel, 7);
    stage.engine.forget(channel);
    await listener.until(`subscribed ${channel} lost`);
    stage.table.publish(stage.engine, channel);
    await listener.untilOffset(10);
    assert.deepEqual(listener.offsets, [4, 10]);
  });

  test('a client does not recover a channel of another epoch', async () => {
    const { listener, channel } = await scene('reborn');
    listener.client.disconnect();
    stage.table.make(channel, { count: 9, epoch: 'second' });
    listener.client.connect();
    await listener.until(`subscribed ${channel} lost`);
    stage.table.publish(stage.engine, channel);
    await listener.untilOffset(10);
    assert.deepEqual(listener.offsets, [10]);
  });

  test('the hub reads a channel that is not in memory from the table, so that a restart needs no resync', async () => {
    const { listener, channel } = await scene('restart', 20);
    const { port, table, keyring } = stage;
    await stage.close();
    for (let count = 0; count < 7; count += 1) table.add(channel);
    const { HubServer: Again } = await import('../testing/hub-server.ts');
    stage = await new Again({ table, keyring }).open(port);
    listener.client.connect();
    await listener.until(`subscribed ${channel} recovered`);
    assert.deepEqual(listener.offsets, range(21, 27));
    listener.client.disconnect();
  });

  test('the reply carries the requested offset and only what came after it', async () => {
    stage.table.make('chat:raw', { count: 5 });
    stage.table.allow('raw', ['chat:raw']);
    const raw = await stage.raw();
    const subs = { 'chat:raw': { recover: true, epoch: 'first', offset: 3 }, 'chat:2': { recover: true } };
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('raw'), subs } });
    const { connect } = (await raw.reply(1)) as { connect: { subs: Record<string, object> } };
    const { publications, ...rest } = connect.subs['chat:raw'] as { publications: { offset: number }[] };
    assert.deepEqual(
      publications.map(({ offset }) => offset),
      [4, 5],
    );
    const position = { recoverable: true, positioned: true, epoch: 'first', offset: 3 };
    assert.deepEqual(rest, { ...position, was_recovering: true, recovered: true });
    assert.equal(connect.subs['chat:2'], undefined);
  });

  test('the hub checks a position beyond its top with the table before it refuses it', async () => {
    const { channel } = await scene('ahead');
    // Another node published these; this node has not seen them yet.
    stage.table.add(channel);
    stage.table.add(channel);
    const raw = await stage.raw();
    const position = { recover: true, epoch: 'first' };
    const token = await stage.engine.issueToken('ahead');
    raw.send({ id: 1, connect: { token, subs: { [channel]: { ...position, offset: 4 } } } });
    const { connect } = (await raw.reply(1)) as { connect: { subs: Record<string, { recovered?: true }> } };
    assert.equal(connect.subs[channel]?.recovered, true);
    const beyond = await stage.raw();
    beyond.send({ id: 1, connect: { token, subs: { [channel]: { ...position, offset: 99 } } } });
    const second = (await beyond.reply(1)) as { connect: { subs: Record<string, object> } };
    const lost = { recoverable: true, positioned: true, epoch: 'first', was_recovering: true, offset: 5 };
    assert.deepEqual(second.connect.subs[channel], lost);
  });

  test('after a redaction the copy is dropped and listeners keep their position', async () => {
    const { listener, channel } = await scene('blank');
    stage.table.publish(stage.engine, channel, 'a secret');
    await listener.untilOffset(4);
    stage.table.redact(channel, 4);
    stage.engine.forget(channel);
    stage.table.publish(stage.engine, channel, 'deleted');
    await listener.untilOffset(5);
    const raw = await stage.raw();
    const subs = { [channel]: { recover: true, epoch: 'first', offset: 2 } };
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('blank'), subs } });
    await raw.reply(1);
    assert.match(raw.frames[0] ?? '', /"recovered":true.*"offset":3.*"deleted":true.*"offset":4.*"offset":5/);
    assert.doesNotMatch(raw.frames[0] ?? '', /a secret/);
    assert.deepEqual(listener.offsets, [4, 5]);
  });

  test('redacted content that is published late does not come back by recovery', async () => {
    const { listener, channel } = await scene('late');
    const secret = stage.table.add(channel, 'a secret');
    stage.table.redact(channel, 4);
    stage.engine.forget(channel);
    stage.engine.publish(channel, stage.table.add(channel, 'deleted'));
    stage.engine.publish(channel, secret);
    await listener.untilOffset(5);
    const { publications } = await listener.client.history(channel, { limit: -1 });
    assert.doesNotMatch(JSON.stringify(publications), /a secret/);
    assert.equal(publications.length, 5);
  });

  test('clients that reconnect under load get every change once and in order', async () => {
    const channel = 'chat:storm';
    stage.table.make(channel, { count: 2 });
    const listeners: RecordingClient[] = [];
    for (let number = 0; number < 12; number += 1) {
      stage.table.allow(`storm${number}`, [channel]);
      listeners.push(await stage.connected(`storm${number}`));
    }
    let said = 2;
    // Some are published late or never, as in a crash.
    const late: (() => void)[] = [];
    const raw = await stage.raw();
    raw.send({ id: 1, connect: { token: await stage.engine.issueToken('storm0') } });
    for (let round = 0; round < 60; round += 1) {
      for (let count = 0; count < 4; count += 1) {
        const change = stage.table.add(channel);
        said = change.seq;
        const hand = () => stage.engine.publish(channel, change);
        if (said % 3 === 0) late.push(hand);
        else if (said % 7 !== 0) hand();
      }
      for (const hand of late.splice(0, round % 3)) hand();
      const listener = listeners[(round * 5) % listeners.length];
      if (listener && listener.client.state === 'connected') cut(listener);
      // About a round trip, so that clients reconnect in the middle of the load.
      raw.send({ id: round + 2, ping: {} });
      await raw.reply(round + 2);
    }
    for (const hand of late) hand();
    for (const listener of listeners) {
      await waitUntil(() => listener.offsets.at(-1) === said, {
        timeout: 8_000,
        message: () =>
          `change ${said}; last was ${listener.offsets.at(-1)}; ${listener.seen.slice(-5).join(' | ')}`,
      });
      assert.deepEqual(listener.offsets, range(3, said));
    }
    assert.ok(listeners.some((listener) => listener.seen.filter((line) => line === 'connected').length > 2));
  });
});
