import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seedOr } from '../../../../testing/fuzzing/chance.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { Attacker } from './testing/attacker.ts';
import { Attacks } from './testing/attacks.ts';
import { type HubServer, openHubServer } from './testing/hub-server.ts';

const frames = 10_000;
const attackers = 16;
/** The bytes that 10,000 frames may leave in memory: about 100 bytes each. */
const mayStay = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use: all, and without large objects, whose coming and going would hide many small leaks. */
async function heap(): Promise<{ all: number; small: number }> {
  for (let round = 0; round < 4; round += 1) {
    await new Promise((done) => setImmediate(done));
    collect();
  }
  const spaces = getHeapSpaceStatistics().map(({ space_name: name, space_used_size: size }) => ({
    name,
    size,
  }));
  const sum = (some: typeof spaces) => some.reduce((total, { size }) => total + size, 0);
  return { all: sum(spaces), small: sum(spaces.filter(({ name }) => !name.includes('large_object'))) };
}

suite('hostile clients', () => {
  let stage: HubServer;
  before(async () => {
    stage = await openHubServer();
    for (const name of ['a', 'b', '__proto__']) stage.table.make(name, { count: 20 });
    stage.table.make('chat:good');
    stage.table.allow('good', ['chat:good']);
    stage.table.allow('bad', ['a', 'b', '__proto__']);
  });
  after(() => stage.close());

  /** Sends this many frames from concurrent attackers; with every hundredth a change goes to the good client. */
  const storm = async (seed: number, count: number): Promise<void> => {
    let sent = 0;
    const attack = async (number: number): Promise<void> => {
      const channels = ['a', 'b', '__proto__', 'constructor', 'chat:good', 'user:bad', 'user:good'];
      const attacks = await Attacks.by(seed + number, { keyring: stage.keyring, channels });
      const attacker = new Attacker(stage, 'bad');
      while (sent < count) {
        sent += 1;
        if (sent % 100 === 0) stage.table.publish(stage.engine, 'chat:good');
        const one = attacks.next();
        const became = await attacker.run(one);
        const expected = one.becomes === 'either' ? ['stays', 3501] : [one.becomes];
        const what = `${one.kind} (seed ${seed + number}): ${String(one.frame).slice(0, 300)}`;
        assert.ok(expected.includes(became), `${became}, not ${expected}: ${what}`);
      }
      await attacker.end();
    };
    await Promise.all(Array.from({ length: attackers }, (_, number) => attack(number)));
    // Not only the hub's connections: the sockets of the closed attackers are gone too.
    const sockets = () => new Promise((done) => stage.http.getConnections((_error, open) => done(open)));
    await waitUntil(async () => (await sockets()) === 1, {
      timeout: 30_000,
      message: 'the attackers to be gone',
    });
    assert.equal(stage.engine.connections(), 1);
  };

  test('10,000 hostile frames are closed as the protocol says, leak no memory and disturb no other client', async () => {
    const good = await stage.connected('good');
    const seed = seedOr(1_000);
    await storm(seed, 2_000);
    const before = await heap();
    const { length } = good.offsets;
    await storm(seed + 1_000, frames);
    const now = await heap();
    for (const part of ['all', 'small'] as const) {
      const grown = now[part] - before[part];
      assert.ok(grown < mayStay, `${part}: ${Math.round(grown / 1024)} KiB stayed`);
    }
    await good.untilOffset(length + frames / 100);
    assert.deepEqual(
      good.offsets,
      Array.from({ length: length + frames / 100 }, (_, index) => index + 1),
    );
    const about = good.seen.filter((line) => line.includes('connect'));
    assert.deepEqual(about, ['connecting 0', 'connected']);
    assert.deepEqual(Object.keys(await stage.engine.presence('a')), []);
    assert.deepEqual(
      Object.getOwnPropertyNames(Object.prototype).filter((name) => name === 'recover'),
      [],
    );
    good.client.disconnect();
  });
});
