import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { waitUntil } from '../../../../../testing/wait.ts';
import type { ClientMessage, MessageReply, SocketInbox } from '../../socket.ts';
import { type HubServer, openHubServer } from '../testing/hub-server.ts';
import { Wire } from '../testing/wire.ts';

/** Records what clients send, and answers as a test says. */
class TestInbox implements SocketInbox {
  taken: ClientMessage[] = [];
  reply: (message: ClientMessage) => Promise<MessageReply> = async ({ data }) => ({ data });

  take(message: ClientMessage): void {
    this.taken.push(message);
  }

  answer(message: ClientMessage): Promise<MessageReply> {
    return this.reply(message);
  }
}

suite('messages of clients', () => {
  const inbox = new TestInbox();
  const wire = new Wire();
  let stage: HubServer;
  let other: HubServer;
  before(async () => {
    stage = await openHubServer({ inbox, bus: wire.bus() });
    other = await openHubServer({ table: stage.table, bus: wire.bus() });
    stage.table.make('chat:a');
    stage.table.allow('7', ['chat:a']);
  });
  beforeEach(() => {
    inbox.taken = [];
    inbox.reply = async ({ data }) => ({ data });
  });
  after(async () => {
    await stage.close();
    await other.close();
  });

  const untilTaken = (count: number) =>
    waitUntil(() => inbox.taken.length >= count, { timeout: 5_000, message: `${count} messages` });

  test('send of a stock client reaches the inbox with its user, method and data, and has no reply', async () => {
    const listener = await stage.connected('7');
    await listener.client.send({ method: 'point', data: { x: 0.5 } });
    await untilTaken(1);
    const [{ size, ...message } = { size: 0 }] = inbox.taken;
    assert.deepEqual(message, { userId: '7', method: 'point', data: { x: 0.5 } });
    assert.ok(size > 20 && size < 100, `${size}`);
    listener.client.disconnect();
  });

  test('a send of another form has no method', async () => {
    const raw = await stage.opened('7');
    raw.send({ send: {} }, { send: { data: [] } }, { send: { data: { method: 7 } } }, { id: 2, ping: {} });
    await raw.reply(2);
    assert.deepEqual(
      inbox.taken.map(({ method }) => method),
      ['', '', ''],
    );
    assert.deepEqual(
      raw.lines.map(({ id }) => id),
      [1, 2],
    );
  });

  test('rpc of a stock client is answered with its result or with the error', async () => {
    const listener = await stage.connected('7');
    assert.deepEqual((await listener.client.rpc('draw', { a: [1, 'ж'] })).data, { a: [1, 'ж'] });
    const error = { code: 409, message: 'board_full' };
    inbox.reply = async () => ({ error });
    await assert.rejects(listener.client.rpc('draw', {}), error);
    inbox.reply = async () => ({ error: { code: 111, message: 'too many requests', temporary: true } });
    await assert.rejects(listener.client.rpc('draw', {}), { code: 111, temporary: true });
    listener.client.disconnect();
  });

  test('commands behind an rpc wait for its answer, and are answered in order', async () => {
    const answers = Promise.withResolvers<MessageReply>();
    inbox.reply = () => answers.promise;
    const raw = await stage.opened('7');
    raw.send({ id: 2, rpc: { method: 'slow' } }, { id: 3, ping: {} });
    raw.send({ id: 4, ping: {} });
    answers.resolve({ data: undefined });
    await raw.reply(4);
    assert.deepEqual(raw.lines.slice(1), [
      { id: 2, rpc: { data: {} } },
      { id: 3, ping: {} },
      { id: 4, ping: {} },
    ]);
  });

  test('a message in a frame above the limit closes the connection, as any other frame', async () => {
    const raw = await stage.opened('7');
    raw.send({ id: 2, rpc: { method: 'draw', data: 'x'.repeat(65_536) } });
    assert.equal((await raw.end()).code, 1009);
    const early = await stage.raw();
    early.send({ send: { data: { method: 'point' } } });
    assert.equal((await early.end()).code, 3501);
    assert.deepEqual(inbox.taken, []);
  });

  test('a hub without an inbox ignores send and refuses rpc', async () => {
    const listener = await other.connected('7');
    await listener.client.send({ method: 'point', data: {} });
    await assert.rejects(listener.client.rpc('draw', {}), { code: 108 });
    listener.client.disconnect();
  });

  test('what is passed reaches the listeners of every node, and nobody gets it later', async () => {
    const listeners = [await stage.connected('7'), await other.connected('7')];
    for (const listener of listeners) await listener.until('subscribed chat:a');
    stage.engine.pass('chat:a', '{"text":"there"}');
    for (const listener of listeners) await listener.until('chat:a news there');
    wire.isCut = true;
    stage.engine.pass('chat:a', '{"text":"cut"}');
    await listeners[0]?.until('chat:a news cut');
    wire.mend();
    stage.engine.pass('chat:a', '{"text":"again"}');
    await listeners[1]?.until('chat:a news again');
    assert.ok(!listeners[1]?.seen.includes('chat:a news cut'));
    for (const { client } of listeners) client.disconnect();
  });
});
