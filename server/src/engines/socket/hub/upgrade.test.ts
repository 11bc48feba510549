import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  brokenFrame,
  oddTargets,
  resetDuringUpgrades,
  upgradeThenBytes,
} from '../../../../testing/attacks/upgrades.ts';
import { socketPath } from '../socket.ts';
import { type HubServer, openHubServer } from './testing/hub-server.ts';

suite("the socket's path", () => {
  let stage: HubServer;
  let url: string;
  before(async () => {
    stage = await openHubServer();
    stage.table.allow('7', []);
    url = `http://127.0.0.1:${stage.port}`;
  });
  after(() => stage?.close());

  test("clients connect at the socket's path and at no other", async () => {
    await stage.connected('7');
    const alike = oddTargets(socketPath).filter((target) => target !== `${socketPath}/`);
    for (const target of alike) {
      const statuses = await upgradeThenBytes(url, target, brokenFrame);
      assert.deepEqual(statuses, [404], target);
    }
  });

  test('connections that are reset during the upgrade disturb no other client', async () => {
    const listener = await stage.connected('7');
    await resetDuringUpgrades(url, socketPath, 40);
    stage.engine.tell('user:7', '{"event":"still here"}');
    assert.deepEqual(
      listener.seen.filter((line) => line.startsWith('disconnected')),
      [],
    );
    await stage.connected('7');
  });
});
