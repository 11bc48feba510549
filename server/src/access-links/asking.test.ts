import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup, type TestGroup, tokenIn } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern.remove());

const ask = (url: string, clientUniqueId: string) =>
  lectern.client().askOnThisDevice({ body: { accessToken: tokenIn(url), clientUniqueId } });
const free = { isFree: true, isHeard: false };

const makeLink = (role: 'user' | 'moderator') =>
  group.owner.generateAccess({ ...group.at, body: { username: 'Ann', role } });

test('the moderators in the call learn who asks, and a released link is free', async () => {
  const { url } = await makeLink('user');
  assert.deepEqual(await ask(url, 'second'), free);
  const first = await enterBy(lectern, group, { url, browser: 'first' });
  // A participant who never was in the call does not have the link.
  await enterBy(lectern, group, { url, browser: 'a scanner of mails' });
  assert.deepEqual(await ask(url, 'second'), free);
  await connectToFakeCall(lectern, group, first);
  assert.deepEqual(await ask(url, 'first'), free);
  assert.deepEqual(await ask(url, 'second'), { isFree: false, isHeard: false });
  const leader = await makeLink('moderator');
  const moderator = await connectToFakeCall(lectern, group, await enterBy(lectern, group, leader));
  const ear = await SocketListener.of(lectern, moderator.api, group.room.channelId);
  assert.deepEqual(await ask(url, 'second'), { isFree: false, isHeard: true });
  assert.deepEqual(
    (await ear.hears('device-request')).map(({ payload }) => payload),
    [{ participantId: first.id, roomId: group.room.id, name: 'Ann' }],
  );
  await moderator.person.leave();
  await waitUntil(async () => !(await ask(url, 'second')).isHeard, {
    timeout: 10_000,
    message: 'the moderator to be gone',
  });
  await moderator.api.releaseParticipantLink(first.at);
  assert.deepEqual(await ask(url, 'second'), free);
  ear.close();
});

test('nobody asks by a revoked, expired or foreign link', async () => {
  const { url, id } = await makeLink('user');
  await group.owner.revokeAccessLink({ ...group.at, linkId: id });
  await refused(ask(url, 'first'), 'link_revoked');
  const body = { username: 'Ann', role: 'user', ttl: 1 } as const;
  const short = await group.owner.generateAccess({ ...group.at, body });
  const codeOf = async () =>
    ask(short.url, 'first').then(
      () => 'ok',
      ({ code }) => code,
    );
  await waitUntil(async () => (await codeOf()) !== 'ok', { timeout: 10_000, message: 'the link to expire' });
  assert.equal(await codeOf(), 'link_expired');
  await refused(ask(url.replace('accessToken=', 'accessToken=x'), 'first'), 'unauthorized');
});
