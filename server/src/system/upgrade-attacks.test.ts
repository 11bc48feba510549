import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { statusesIn } from '../../testing/attacks/raw-socket.ts';
import {
  brokenFrame,
  hugeMessage,
  oddTargets,
  requestAndUpgradeInOnePacket,
  resetDuringUpgrades,
  upgrade,
  upgradeThenBytes,
} from '../../testing/attacks/upgrades.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { enterBy, isPresent, makeLink } from '../../testing/people/entering.ts';
import { engineOf, type InCall, joinCall } from '../../testing/people/meeting.ts';
import { socketPath } from '../engines/socket/socket.ts';

/** Attacks on the upgrade paths of a whole server. A participant is in a call meanwhile and must stay in it. */
let lectern: LecternProcess;
let group: TestGroup;
let bystander: InCall;
let pid: number;
before(async () => {
  // The attacks also reach the media server.
  lectern = await startLectern({}, { engines: 'own' });
  pid = lectern.pid();
  group = await makeGroup(lectern);
  bystander = await joinCall(lectern, group);
});
after(async () => {
  await bystander?.person.leave();
  await dispose();
  await lectern?.remove();
});

async function assertUndisturbed(): Promise<void> {
  assert.equal((await fetch(`${lectern.url}/healthz`)).status, 200);
  process.kill(pid, 0);
  assert.equal(bystander.person.endedBecause, undefined);
  assert.ok(await isPresent(group, bystander.id));
  const errors = lectern
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line));
  assert.deepEqual(errors, []);
}

/** A signalling path with a token that the media server accepts. */
async function genuineTarget(path = '/rtc'): Promise<string> {
  const entered = await enterBy(lectern, group, { url: await makeLink(group) });
  const { signalingToken } = await entered.api.issueSignalingToken(entered.at);
  return `${path}?access_token=${signalingToken}&protocol=16&auto_subscribe=1`;
}

const upgradePaths = ['/rtc', '/rtc/v1', socketPath, '/nothing/here', '/v1/users/me', '/'];

test('an upgrade to an odd path and then a broken frame: refused with 4xx', async () => {
  const allowed = [`${socketPath}/`];
  for (const target of ['/rtc', '/rtc/v1', socketPath].flatMap(oddTargets)) {
    if (allowed.includes(target)) continue;
    const statuses = await upgradeThenBytes(lectern.url, target, brokenFrame);
    assert.ok(
      statuses.length === 1 && statuses.every((status) => status >= 400 && status < 500),
      `${target}: ${statuses}`,
    );
  }
  await assertUndisturbed();
});

test('a broken frame after a genuine upgrade', async () => {
  assert.deepEqual(await upgradeThenBytes(lectern.url, await genuineTarget(), brokenFrame), [101]);
  assert.deepEqual(await upgradeThenBytes(lectern.url, socketPath, brokenFrame), [101]);
  await assertUndisturbed();
});

test('a plain request and an upgrade in one packet', async () => {
  for (const target of [await genuineTarget(), ...upgradePaths]) {
    const [first, second] = await requestAndUpgradeInOnePacket(lectern.url, target);
    assert.equal(first, 200, target);
    assert.notEqual(second, 101, target);
  }
  await assertUndisturbed();
});

test('connections that are reset during the upgrade, on every path', async () => {
  for (const target of [await genuineTarget(), await genuineTarget('/rtc/v1'), ...upgradePaths]) {
    await resetDuringUpgrades(lectern.url, target, 60);
  }
  await assertUndisturbed();
});

test('both signalling paths refuse a removed participant and admit others', async () => {
  const guest = await joinCall(lectern, group);
  const { signalingToken } = await guest.api.issueSignalingToken(guest.at);
  const statusAt = async (path: string) =>
    statusesIn(await upgrade(lectern.url, `${path}?access_token=${signalingToken}`));
  await group.owner.removeParticipant(guest.at);
  await guest.person.leave();
  for (const path of ['/rtc', '/rtc/v1']) {
    assert.deepEqual(await statusAt(path), [403], path);
    const validation = await fetch(`${lectern.url}${path}/validate?access_token=${signalingToken}`);
    assert.equal(validation.status, 403);
  }
  const [, query] = (await genuineTarget()).split('?');
  const validation = await fetch(`${lectern.url}/rtc/validate?${query}`);
  assert.deepEqual([validation.status, await validation.text()], [200, 'success']);
});

test('the connection of a 100 MiB message is cut, and the media server continues', async () => {
  const { statuses, sent } = await hugeMessage(lectern.url, await genuineTarget(), 100);
  assert.deepEqual(statuses, [101]);
  assert.ok(sent < 40 << 20, `${sent} bytes were accepted`);
  assert.ok(await engineOf(lectern).health());
  await assertUndisturbed();
});
