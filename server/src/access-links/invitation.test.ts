import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup, openLink, type TestGroup } from '../../testing/group.ts';
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

/** The API of a participant who entered by a new link with this role. */
async function enterAs(role: 'user' | 'moderator') {
  const { url, id } = await group.owner.generateAccess({ ...group.at, body: { username: 'Ann', role } });
  const session = await openLink(lectern, url, id);
  const body = { roomId: group.room.id, clientUniqueId: id };
  const { access_token } = await session.createParticipant({ spaceId: group.spaceId, body });
  return { api: lectern.client(access_token), linkId: id };
}

test('a moderator by a link invites by a link for everyone, which the next one gets, too', async () => {
  const moderator = await enterAs('moderator');
  const invitation = await moderator.api.inviteToRoom(group.at);
  assert.deepEqual(await moderator.api.inviteToRoom(group.at), invitation);
  assert.deepEqual(await group.owner.inviteToRoom(group.at), invitation);
  const made = await group.owner.getAccessLink({ ...group.at, linkId: invitation.id });
  assert.deepEqual(
    [made.username, made.role, made.isPermanent, made.isNameAsked],
    [group.room.name, 'user', true, true],
  );
  await openLink(lectern, invitation.url, 'somebody');
});

test('participants do not invite, and a moderator only while their own link is valid', async () => {
  const guest = await enterAs('user');
  await refused(guest.api.inviteToRoom(group.at), 'forbidden');
  const moderator = await enterAs('moderator');
  await group.owner.revokeAccessLink({ ...group.at, linkId: moderator.linkId });
  await refused(moderator.api.inviteToRoom(group.at), 'not_found');
});
