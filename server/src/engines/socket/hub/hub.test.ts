import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { openStage, type Stage } from './testing/stage.ts';

suite('first', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    stage.table.make('chat:1', { count: 5 });
    stage.table.allow('7', ['chat:1'], { name: 'Ada' });
  });
  after(() => stage.close());

  test('connects and hears', async () => {
    const ear = await stage.connected('7');
    await ear.until('subscribed chat:1');
    await ear.until('subscribed user:7');
    stage.table.say(stage.engine, 'chat:1', 'hello');
    await ear.until('chat:1 6 hello');
    assert.equal(stage.engine.connections(), 1);
  });
});
