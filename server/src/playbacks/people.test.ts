import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLink } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { addPlayback, enterPlayback, makePlayback } from '../../testing/playbacks.ts';
import { refused, refusedFields } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

const emailField = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
} as const;

test('an access link opens the webinar, and its page asks for the join fields', async () => {
  const { owner, asRoom, spaceId, playback } = await makePlayback(lectern, {
    isPublic: false,
    joinSettingsFields: [emailField],
  });
  const { url, id: linkId } = await owner.generateAccess({
    ...asRoom,
    body: { username: 'Ann', role: 'user', externalUserId: 'learner-1' },
  });
  assert.equal(new URL(url).pathname, `/room/${playback.alias}`);
  const session = await openLink(lectern, url, 'browser of ann');
  const body = { roomId: playback.id, clientUniqueId: 'browser of ann' };
  await refusedFields(session.createParticipant({ spaceId, body }), 'fields.email');
  const entered = await session.createParticipant({
    spaceId,
    body: { ...body, fields: { email: 'ann@example.org' } },
  });
  const own = lectern.client(entered.access_token);
  const at = { spaceId, participantId: entered.id };
  assert.equal((await own.getParticipant(at)).status, 'admitted');
  await own.joinRoom({ ...asRoom, body: { participantId: entered.id } });
  const { items } = await owner.listAccessLinks(asRoom);
  assert.deepEqual([items[0]?.status, items[0]?.externalUserId], ['used', 'learner-1']);
  await owner.revokeAccessLink({ ...asRoom, linkId });
  await refused(own.joinRoom({ ...asRoom, body: { participantId: entered.id } }), 'not_found');
  await refused(openLink(lectern, url, 'browser of ann'), 'link_revoked');
});

test('a viewer who reloads the page keeps their participant', async () => {
  const playback = await makePlayback(lectern);
  const { asRoom, spaceId } = playback;
  const { id, url, browser } = await enterPlayback(lectern, playback);
  const again = await openLink(lectern, url, browser);
  const body = { roomId: asRoom.roomId, clientUniqueId: browser };
  assert.equal((await again.createParticipant({ spaceId, body })).id, id);
});

test('a removed viewer does not come back: not by their session, link, id or browser', async () => {
  const playback = await makePlayback(lectern);
  const { spaceId, asRoom } = playback;
  const removed = await enterPlayback(lectern, playback, { externalUserId: 'learner-2' });
  const other = await enterPlayback(lectern, playback);
  await refused(other.api.removeParticipant(removed.at), 'forbidden');
  const moderator = await enterPlayback(lectern, playback, { role: 'moderator' });
  const answer = await moderator.api.removeParticipant(removed.at);
  assert.equal(answer.status, 'removed');
  await refused(
    removed.api.joinRoom({ ...asRoom, body: { participantId: removed.id } }),
    'removed_from_call',
  );
  const same = await openLink(lectern, removed.url, removed.browser);
  const body = { roomId: asRoom.roomId, clientUniqueId: removed.browser };
  await refused(same.createParticipant({ spaceId, body }), 'removed_from_call');
  await refused(enterPlayback(lectern, playback, { externalUserId: 'learner-2' }), 'removed_from_call');
  const byAddress = lectern.client().createParticipant({ spaceId, body: { ...body, name: 'Ann' } });
  await refused(byAddress, 'removed_from_call');
  // Others stay, and another webinar of the group admits them.
  await other.api.joinRoom({ ...asRoom, body: { participantId: other.id } });
  await enterPlayback(lectern, await addPlayback(playback), { externalUserId: 'learner-2' });
});

test('the data of a person in a webinar is erased by their id', async () => {
  const playback = await makePlayback(lectern);
  const { owner, asRoom } = playback;
  const { api, at } = await enterPlayback(lectern, playback, { externalUserId: 'to-erase', username: 'Zoe' });
  assert.equal((await api.getParticipant(at)).name, 'Zoe');
  await owner.erasePerson({ externalUserId: 'to-erase' });
  assert.equal((await api.getParticipant(at)).name, 'Erased person');
  const { items } = await owner.listAccessLinks(asRoom);
  assert.deepEqual(
    items.map(({ username }) => username),
    ['Erased person'],
  );
});
