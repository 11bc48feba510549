import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup, openLink, type TestGroup, tokenIn } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { refused } from '../../testing/refused.ts';

let lectern: Lectern;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern.remove());

const ask = async (url: string, clientUniqueId: string) =>
  (await lectern.client().askOnThisDevice({ body: { accessToken: tokenIn(url), clientUniqueId } })).isFree;

test('a used link is free for another browser once it is released', async () => {
  const { url, id } = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user' },
  });
  assert.equal(await ask(url, 'second'), true);
  const session = await openLink(lectern, url, 'first');
  const body = { roomId: group.room.id, clientUniqueId: 'first' };
  await session.createParticipant({ spaceId: group.spaceId, body });
  assert.deepEqual([await ask(url, 'first'), await ask(url, 'second')], [true, false]);
  await group.owner.releaseAccessLink({ ...group.at, linkId: id });
  assert.equal(await ask(url, 'second'), true);
});

test('nobody asks by a revoked or foreign link', async () => {
  const { url, id } = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user' },
  });
  await group.owner.revokeAccessLink({ ...group.at, linkId: id });
  await refused(ask(url, 'first'), 'link_revoked');
  await refused(ask(url.replace('accessToken=', 'accessToken=x'), 'first'), 'unauthorized');
});
