import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Body } from '../../../contract/routes.ts';
import { isFoundIn } from '../../../contract/search.ts';
import { makeGroup, makeUser, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
before(async () => {
  lectern = await startInProcess();
});
after(async () => {
  await lectern?.remove();
});

const make = ({ owner, at }: TestGroup, more: Partial<Body<'generateAccess'>> = {}) =>
  owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user', ...more } });

const enter = (group: TestGroup, url: string) => enterBy(lectern, group, { url });

test('a link is unused, used, expired or revoked, and the list filters by that status', async () => {
  const group = await makeGroup(lectern, { isPublic: false });
  // Somebody who only pressed Join has not used the link: scanners of mails do so, too.
  const press = async (more?: Partial<Body<'generateAccess'>>) => {
    const link = await make(group, more);
    await enter(group, link.url);
    return link;
  };
  const links = {
    unused: await press(),
    used: await make(group),
    expired: await press({ ttl: 3 }),
    revoked: await press(),
  };
  await connectToFakeCall(lectern, group, await enter(group, links.used.url));
  await group.owner.revokeAccessLink({ ...group.at, linkId: links.revoked.id });
  const byStatus = async (status: keyof typeof links) =>
    group.owner.listAccessLinks({ ...group.at, query: { status } });
  await waitUntil(async () => (await byStatus('expired')).total === 1, {
    timeout: 8000,
    message: 'the link with a ttl of 3 s to expire',
  });
  for (const [status, { id }] of Object.entries(links)) {
    const { items, total } = await byStatus(status as keyof typeof links);
    assert.deepEqual([items.map((link) => [link.id, link.status]), total], [[[id, status]], 1]);
    const one = await group.owner.getAccessLink({ ...group.at, linkId: id });
    const { entries, ...listed } = one;
    assert.deepEqual(listed, items[0]);
    const isOver = status === 'expired' || status === 'revoked';
    assert.equal(listed.url, isOver ? null : links[status as keyof typeof links].url);
    assert.equal(entries.length, status === 'used' ? 1 : 0);
  }
  const { items } = await group.owner.listAccessLinks(group.at);
  assert.deepEqual(
    items.map(({ id }) => id),
    Object.values(links)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('a link shows the fields it was created with, whether it is bound, and who entered when', async () => {
  const group = await makeGroup(lectern, { isPublic: false });
  const made = await make(group, {
    username: 'Ann',
    role: 'moderator',
    externalUserId: 'ext:1',
    externalMeetingId: 'm-1',
    email: 'ann@example.org',
    phone: '112',
  });
  const look = () => group.owner.getAccessLink({ ...group.at, linkId: made.id });
  const { createdAt, ...fresh } = await look();
  assert.deepEqual(fresh, {
    id: made.id,
    roomId: group.room.id,
    username: 'Ann',
    role: 'moderator',
    externalUserId: 'ext:1',
    externalMeetingId: 'm-1',
    email: 'ann@example.org',
    phone: '112',
    isPermanent: false,
    isNameAsked: false,
    isBound: false,
    status: 'unused',
    entriesCount: 0,
    lastEntryAt: null,
    expiresAt: made.expiresAt,
    revokedAt: null,
    url: made.url,
    entries: [],
  });
  assert.ok(createdAt < made.expiresAt);
  const ann = await connectToFakeCall(lectern, group, await enter(group, made.url));
  const used = await look();
  assert.deepEqual([used.isBound, used.entriesCount, used.status], [true, 1, 'used']);
  assert.deepEqual(
    used.entries.map((entry) => [entry.participantId, entry.name, entry.isPresent, entry.lastExitAt]),
    [[ann.id, 'Ann', true, null]],
  );
  assert.equal(used.lastEntryAt, used.entries[0]?.createdAt);
  await ann.person.leave();
  await waitUntil(async () => (await look()).entries[0]?.lastExitAt != null, {
    timeout: 30_000,
    message: 'the exit to be shown',
  });
  await group.owner.releaseAccessLink({ ...group.at, linkId: made.id });
  await connectToFakeCall(lectern, group, await enter(group, made.url));
  const freed = await look();
  assert.deepEqual([freed.isBound, freed.entriesCount, freed.status], [true, 2, 'used']);
  assert.equal(freed.entries[1]?.participantId, ann.id);
});

test('only people who were in the call are entries', async () => {
  const group = await makeGroup(lectern);
  const { url, id: linkId } = await make(group, { isPermanent: true });
  const by = (browser: string) => enterBy(lectern, group, { url, browser });
  const listed = async () => {
    const { entriesCount, lastEntryAt, entries } = await group.owner.getAccessLink({ ...group.at, linkId });
    assert.equal(lastEntryAt, entries[0]?.createdAt ?? null);
    return [entriesCount, entries.map(({ participantId }) => participantId)];
  };
  await by('a scanner of mails');
  assert.deepEqual(await listed(), [0, []]);
  const ann = await connectToFakeCall(lectern, group, await by('ann'));
  await by('another scanner');
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'everyone' } });
  await by('a person who waits');
  assert.deepEqual(await listed(), [1, [ann.id]]);
});

test('links are found by name and by external id, in pages', async () => {
  const group = await makeGroup(lectern);
  const names = ['Ann', 'JOANNA', 'Bob', '100%', 'a_b', 'a\\b', "Robert'); DROP TABLE"];
  const made = [];
  for (const username of names)
    made.push(await make(group, { username, externalUserId: `id:${username.length}` }));
  const find = async (query: Record<string, unknown>) => {
    const { items, total } = await group.owner.listAccessLinks({ ...group.at, query });
    return [items.map(({ username }) => username), total];
  };
  assert.deepEqual(await find({ search: 'ann' }), [['JOANNA', 'Ann'], 2]);
  assert.deepEqual(await find({ search: '%' }), [['100%'], 1]);
  assert.deepEqual(await find({ search: '_' }), [['a_b'], 1]);
  assert.deepEqual(await find({ search: '\\' }), [['a\\b'], 1]);
  assert.deepEqual(await find({ search: "')" }), [["Robert'); DROP TABLE"], 1]);
  assert.deepEqual(await find({ externalUserId: 'id:6' }), [['JOANNA'], 1]);
  assert.deepEqual(await find({ limit: 2, offset: 1, order: 'asc' }), [['JOANNA', 'Bob'], 7]);
  assert.deepEqual(await find({ search: 'nobody', status: 'unused' }), [[], 0]);
});

test('the database folds names as the page does', async () => {
  const group = await makeGroup(lectern);
  const found = [
    ['Ame\u0301lie', 'AMÉL'],
    ['Сергей', 'сергеи\u0306'],
    ['Straße', 'STRASSE'],
    ['ΟΔΥΣΣΕΑΣ', 'οδυσσεας'],
    ['İstanbul', 'istan'],
    ['Işıl', 'IŞIL'],
    ['Семён', 'семен'],
  ] as const;
  for (const [username, search] of found) {
    await make(group, { username });
    assert.ok(isFoundIn([username], search), username);
    const { items } = await group.owner.listAccessLinks({ ...group.at, query: { search } });
    assert.deepEqual(
      items.map((link) => link.username),
      [username],
    );
  }
});

test('only an account that leads the room sees its links, and a refusal lists every bad filter', async () => {
  const group = await makeGroup(lectern);
  const other = await makeGroup(lectern);
  const { id: linkId, url } = await make(group, { role: 'moderator' });
  const inCall = await enter(group, url);
  const stranger = await makeUser(lectern, 'looks-at-links');
  for (const api of [inCall.api, stranger.api, lectern.client(lectern.owner.clientToken)]) {
    await refused(api.listAccessLinks(group.at), 'forbidden');
    await refused(api.getAccessLink({ ...group.at, linkId }), 'forbidden');
  }
  await refused(group.owner.getAccessLink({ ...other.at, linkId }), 'not_found');
  await refused(group.owner.getAccessLink({ ...group.at, linkId: 'f'.repeat(24) }), 'not_found');
  const query = { status: 'gone', externalUserId: 'no\tid', search: '', limit: 0 } as never;
  await refusedFields(
    group.owner.listAccessLinks({ ...group.at, query }),
    'status',
    'externalUserId',
    'limit',
    'search',
  );
});
