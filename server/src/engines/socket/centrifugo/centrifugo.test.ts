import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { centrifugoProgram, startCentrifugo } from '../../../../testing/engines/centrifugo.ts';
import { Unstartable } from '../../../platform/errors.ts';
import { checkCentrifugo } from '../centrifugo.ts';
import { type Centrifugos, onCentrifugo } from '../testing/contract-stages.ts';
import { StockListener } from '../testing/listener.ts';
import { CentrifugoApi } from './api.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The contract covers what every engine keeps; these are the faults that only Centrifugo has. */
function tests(): void {
  let stage: Centrifugos;
  before(async () => {
    stage = await onCentrifugo();
  });
  after(() => stage?.close());

  const scene = async (name: string) => {
    const channel = `chat:${name}`;
    stage.table.make(channel);
    stage.table.allow(name, [channel]);
    const listener = stage.listener(name);
    listener.client.connect();
    await listener.untilSeen(`subscribed ${channel}`);
    const [first, second] = stage.engines;
    assert.ok(first && second);
    return { channel, listener, first, second };
  };

  test('changes of a node that died before it saved its position are not published twice', async () => {
    const { channel, listener, first, second } = await scene('died');
    stage.table.publish(first, channel);
    await listener.untilSeq(channel, 1);
    const { url, apiKey } = stage.outside;
    const api = new CentrifugoApi({ url: new URL(url), key: apiKey });
    // Under another key, as after the five minutes for which Centrifugo remembers one.
    for (const entry of [stage.table.add(channel), stage.table.add(channel)]) {
      await api.publish(channel, entry.data, `forgotten:${entry.seq}`);
    }
    await listener.untilSeq(channel, 3);
    stage.table.publish(second, channel);
    await listener.untilSeq(channel, 4);
    assert.deepEqual(listener.seqs(channel), range(1, 4));
  });

  test('a Centrifugo that hangs blocks no call, and later gets everything in order', async () => {
    const { channel, listener, first, second } = await scene('silent');
    stage.table.publish(first, channel);
    await listener.untilSeq(channel, 1);
    stage.outside.freeze();
    for (const engine of [first, second, first]) stage.table.publish(engine, channel);
    first.forget(channel);
    first.recheck(['silent']);
    first.tell(channel, '{}');
    stage.outside.thaw();
    stage.table.publish(second, channel);
    await listener.untilSeq(channel, 5);
    assert.deepEqual(listener.seqs(channel), range(1, 5));
  });

  test('a new epoch of a channel begins at its first change', async () => {
    const { channel, listener, first } = await scene('reborn');
    for (const _ of range(1, 3)) stage.table.publish(first, channel);
    await listener.untilSeq(channel, 3);
    stage.table.make(channel, { epoch: 'second' });
    for (const _ of range(1, 2)) stage.table.publish(first, channel);
    await listener.untilSeq(channel, 2);
    assert.deepEqual(listener.seqs(channel), [1, 2, 3, 1, 2]);
  });

  test('a client that reconnects with an outdated token is disconnected again', async () => {
    const { channel, listener, first } = await scene('old-token');
    const stubborn = new StockListener(first.url, { token: await first.issueToken('old-token') });
    stubborn.client.connect();
    try {
      await stubborn.untilSeen(`subscribed ${channel}`);
      stage.table.allow('old-token', []);
      first.recheck(['old-token']);
      await listener.untilSeen(`unsubscribed ${channel}`);
      await stubborn.untilSeen('connected', 3);
    } finally {
      stubborn.client.disconnect();
    }
    assert.equal(listener.count('connected'), 2, 'a client with a new token is left alone');
  });

  test('the engine counts the connections', async () => {
    const { first, listener } = await scene('counted');
    await listener.until(() => first.connections() > 0, 'a count');
  });

  test('a Centrifugo with a wrong configuration or another key stops the start with one sentence', async () => {
    const other = await startCentrifugo({ namespaces: [{ name: 'chat', presence: true }] });
    try {
      for (const [apiKey, why] of [
        [other.apiKey, /is not set up as docs\/operators\/nodes\.md says/],
        ['another key', /cannot be used: .*401/],
      ] as const) {
        await assert.rejects(checkCentrifugo(new URL(other.url), apiKey), (error) => {
          assert.ok(error instanceof Unstartable);
          assert.match(error.message, why);
          return true;
        });
      }
    } finally {
      await other.remove();
    }
  });
}

// Left out on a machine without Centrifugo: see docs/decisions/0006.
if (centrifugoProgram()) suite('a real Centrifugo', tests);
