import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Query } from '../../../contract/routes.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { openLink } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { addPlayback, enterPlayback, makePlayback } from '../../testing/playbacks.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { shorten } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { insertSession, makeWatchable } from '../../testing/webinars/watchable.ts';
import { timings } from './watching/watchers.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

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
  assert.deepEqual([items[0]?.status, items[0]?.externalUserId], ['unused', 'learner-1']);
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

/** A webinar with a session that runs, and people who watch it. */
async function makeWatched() {
  const webinar = await makeWatchable(lectern, database.db, { isPublic: false });
  const { id: sessionId } = await insertSession(database.db, webinar, { begunAgo: 60 });
  const asRoom = { spaceId: webinar.spaceId, roomId: webinar.playbackId };
  const watch = async (username: string, { role = 'user', of = sessionId }: Watching = {}) => {
    const entered = await enterPlayback(lectern, { ...webinar, asRoom }, { username, role });
    const viewing = await entered.api.openViewing({ ...webinar.at, body: { sessionId: of } });
    return { ...entered, ...viewing };
  };
  return { ...webinar, sessionId, asRoom, watch };
}

interface Watching {
  role?: 'user' | 'moderator';
  of?: string;
}

/** Enters a webinar by a link. @returns the client of the participant */
async function enterIn(
  browser: string,
  { url, asRoom: { spaceId, roomId } }: { url: string; asRoom: { spaceId: string; roomId: string } },
) {
  const session = await openLink(lectern, url, browser);
  const body = { roomId, clientUniqueId: browser };
  return lectern.client((await session.createParticipant({ spaceId, body })).access_token);
}

test('a link belongs to the browser that watches first', async () => {
  const { watch, at, owner, asRoom } = await makeWatched();
  const first = await watch('Ann');
  const { items } = await owner.listAccessLinks(asRoom);
  assert.deepEqual(
    items.map(({ status }) => status),
    ['used'],
  );
  const { reason } = await refused(openLink(lectern, first.url, 'another browser'), 'link_used');
  assert.equal(reason, 'webinar', 'its page does not offer a request that nobody would hear');

  const { url, id } = await owner.generateAccess({ ...asRoom, body: { username: 'Boris', role: 'user' } });
  const [phone, laptop] = [await enterIn('phone', { url, asRoom }), await enterIn('laptop', { url, asRoom })];
  const entries = async () => (await owner.getAccessLink({ ...asRoom, linkId: id })).entries;
  assert.deepEqual(await entries(), []);
  await laptop.openViewing({ ...at, body: {} });
  await refused(phone.openViewing({ ...at, body: {} }), 'link_used');
  assert.deepEqual(
    (await entries()).map(({ isPresent, lastExitAt }) => [isPresent, lastExitAt]),
    [[true, null]],
  );
});

test('another browser that watches by a released link ends the viewing of the first', async (t) => {
  // Only the notification can end it in time.
  shorten(timings, { staleMs: 120_000, refreshMs: 120_000 }, t);
  const { at, owner, asRoom } = await makeWatched();
  const { url, id } = await owner.generateAccess({ ...asRoom, body: { username: 'Boris', role: 'user' } });
  const phone = await enterIn('phone', { url, asRoom });
  const { viewingId } = await phone.openViewing({ ...at, body: {} });
  const report = () =>
    phone.reportViewing({ ...at, viewingId, body: { position: 0, isPlaying: true, isTabVisible: true } });
  await owner.releaseAccessLink({ ...asRoom, linkId: id });
  const laptop = await enterIn('laptop', { url, asRoom });
  assert.equal((await report()).state, 'running');
  await laptop.openViewing({ ...at, body: {} });
  const codeOf = async () =>
    report().then(
      () => 'ok',
      ({ code }) => code,
    );
  await waitUntil(async () => (await codeOf()) !== 'ok', { timeout: 10_000, message: 'the viewing to end' });
  await refused(report(), 'link_used');
  assert.equal((await owner.listParticipants(asRoom)).total, 1);
});

test('moderators list the people who watch, page by page and by name', async () => {
  const { owner, asRoom, at, sessionId, watch, ...webinar } = await makeWatched();
  // Somebody who has not opened the session yet.
  await enterPlayback(lectern, { owner, asRoom }, { username: 'Waits' });
  const ann = await watch('Ann Lee');
  const boris = await watch('Boris 100%');
  const mo = await watch('Mo', { role: 'moderator' });
  const { viewingId: secondTab } = await ann.api.openViewing({ ...at, body: {} });
  const namesOf = async (query: Query<'listParticipants'>, by = mo.api) => {
    const { items, total } = await by.listParticipants({ ...asRoom, query: { order: 'asc', ...query } });
    return [items.map(({ name }) => name), total];
  };
  const everybody = [['Ann Lee', 'Boris 100%', 'Mo'], 3];
  assert.deepEqual(await namesOf({}), everybody, 'two tabs are one person');
  assert.deepEqual(await namesOf({ status: 'admitted' }, owner), everybody);
  assert.deepEqual(await namesOf({ playbackEventSessionId: sessionId }), everybody);
  assert.deepEqual(await namesOf({ status: 'waiting' }), [[], 0]);
  assert.deepEqual(await namesOf({ limit: 1, offset: 1 }), [['Boris 100%'], 3]);
  assert.deepEqual(await namesOf({ search: 'ANN' }), [['Ann Lee'], 1]);
  assert.deepEqual(await namesOf({ search: '0%' }), [['Boris 100%'], 1]);
  assert.deepEqual(await namesOf({ search: '_' }), [[], 0]);
  const { items } = await owner.listParticipants({ ...asRoom, query: { order: 'asc' } });
  assert.deepEqual(items.map(({ id, role, isPresent }) => [id, role, isPresent]).at(-1), [
    mo.id,
    'moderator',
    true,
  ]);
  assert.equal((await ann.api.getParticipant(ann.at)).isPresent, true);

  // Another session of the same webinar has its own people.
  const { id: other } = await insertSession(database.db, webinar, { begunAgo: 30 });
  await watch('Vera', { of: other });
  assert.deepEqual(await namesOf({ playbackEventSessionId: other }), [['Vera'], 1]);
  assert.deepEqual(await namesOf({ playbackEventSessionId: 'f'.repeat(24) }), [[], 0]);
  assert.equal((await namesOf({}))[1], 4);
  // People who left or were removed are no longer listed or counted.
  const removed = await mo.api.removeParticipant(boris.at);
  assert.deepEqual([removed.status, removed.isPresent], ['removed', false]);
  const ofSession = () => namesOf({ playbackEventSessionId: sessionId });
  assert.deepEqual(await ofSession(), [['Ann Lee', 'Mo'], 2]);
  for (const viewingId of [ann.viewingId, secondTab]) await ann.api.closeViewing({ ...at, viewingId });
  await waitUntil(async () => (await ofSession())[1] === 1, { timeout: 10_000, message: 'Ann to be gone' });
  const body = { position: 0, isPlaying: true, isTabVisible: true };
  const report = () => mo.api.reportViewing({ ...at, viewingId: mo.viewingId, body });
  await waitUntil(async () => (await report()).viewers === 1, { timeout: 10_000, message: 'one viewer' });
  await refused(ann.api.listParticipants(asRoom), 'forbidden');
  // A room has no sessions.
  const { room, ...group } = await makePlayback(lectern);
  const query = { playbackEventSessionId: sessionId };
  const inRoom = await group.owner.listParticipants({ spaceId: group.spaceId, roomId: room.id, query });
  assert.deepEqual(inRoom, { items: [], total: 0 });
});

test('a removal and the end of a session reach players at once, not when their viewings are read again', async (t) => {
  shorten(timings, { staleMs: 3_600_000, refreshMs: 3_600_000 }, t);
  const { owner, at, sessionId, watch } = await makeWatched();
  const [ann, boris] = [await watch('Ann'), await watch('Boris')];
  const statusOf = async ({ playlistUrl }: typeof ann) => (await fetch(playlistUrl)).status;
  const becomes = (who: typeof ann, status: number) =>
    waitUntil(async () => (await statusOf(who)) === status, { timeout: 20_000, message: `${status}` });
  assert.deepEqual([await statusOf(ann), await statusOf(boris)], [200, 200]);
  await owner.removeParticipant(ann.at);
  await becomes(ann, 403);
  assert.equal(await statusOf(boris), 200);
  await owner.endPlaybackSession({ ...at, playbackEventSessionId: sessionId });
  await becomes(boris, 409);
});
