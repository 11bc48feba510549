import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, openLink, type TestGroup, tokenIn } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, isPresent } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern.remove());

const person = { username: 'Ann', role: 'user' } as const;

const enter = async (
  url: string,
  browser: string,
  more: { name?: string; fields?: { email?: string } } = {},
) => {
  const session = await openLink(lectern, url, browser);
  const body = { roomId: group.room.id, clientUniqueId: browser, ...more };
  return session.createParticipant({ spaceId: group.spaceId, body });
};

test('the URL of a link has exactly the form that integrators parse', async () => {
  const username = "Zoë O'Neil (7b) & søn + 1%";
  const { url, id, expiresAt } = await group.owner.generateAccess({
    ...group.at,
    body: { ...person, username },
  });
  const form = /^(.*)\/room\/([A-Za-z0-9_-]{10})\?participantName=([^&]*)&accessToken=([A-Za-z0-9_-]+)$/.exec(
    url,
  );
  assert.ok(form, url);
  const [, base, alias, name = ''] = form;
  assert.deepEqual([base, alias], [lectern.url, group.room.alias]);
  assert.match(name, /^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+$/);
  assert.equal(decodeURIComponent(name), username);
  assert.match(id, /^[0-9a-f]{24}$/);
  const life = Date.parse(expiresAt) - Date.now();
  assert.ok(Math.abs(life - 86_400_000) < 60_000, `the link lives one day, not ${life} ms`);
});

test('a link lives as long as its ttl asks', async () => {
  const body = { ...person, ttl: 432_000 };
  const { expiresAt } = await group.owner.generateAccess({ ...group.at, body });
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 432_000_000) < 60_000);
});

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('a link expires at the moment that its expiresAt names, up to 366 days ahead', async () => {
  const inBerlin = `${daysAhead(30).slice(0, 19)}+02:00`;
  for (const expiresAt of [daysAhead(365.9), inBerlin]) {
    const made = await group.owner.generateAccess({ ...group.at, body: { ...person, expiresAt } });
    assert.equal(made.expiresAt, new Date(expiresAt).toISOString());
  }
});

test('a class link asks each person for their name', async () => {
  const body = {
    ...person,
    username: 'Class 7B',
    isPermanent: true,
    isNameAsked: true,
    expiresAt: daysAhead(300),
  };
  const { url, id } = await group.owner.generateAccess({ ...group.at, body });
  const opened = await lectern
    .client()
    .openAccessLink({ body: { accessToken: tokenIn(url), clientUniqueId: 'a' } });
  assert.deepEqual([opened.isNameAsked, opened.participantName], [true, '']);
  await group.owner.updateRoom({ ...group.at, body: { isSelfRenamingAllowed: false } });
  await refusedFields(enter(url, 'a'), 'name');
  const names = ['Zoë', 'Борис'];
  const entered = await Promise.all(names.map((name) => enter(url, name, { name })));
  assert.deepEqual(
    entered.map(({ name }) => name),
    names,
  );
  await group.owner.updateRoom({ ...group.at, body: { isSelfRenamingAllowed: true } });
  const { items } = await group.owner.listAccessLinks({ ...group.at, query: { search: 'class 7' } });
  assert.deepEqual([items[0]?.id, items[0]?.username, items[0]?.isNameAsked], [id, 'Class 7B', true]);
});

test('a change of the expiry revives an expired link, and a record sent back whole changes nothing', async () => {
  const { url, id: linkId } = await group.owner.generateAccess({ ...group.at, body: { ...person, ttl: 1 } });
  const at = { ...group.at, linkId };
  const status = async () => (await group.owner.getAccessLink(at)).status;
  await waitUntil(async () => (await status()) === 'expired', {
    timeout: 5000,
    message: 'the link to expire',
  });
  const expired = await group.owner.getAccessLink(at);
  assert.deepEqual(await group.owner.updateAccessLink({ ...at, body: expired }), expired);
  const expiresAt = daysAhead(30);
  const changed = await group.owner.updateAccessLink({ ...at, body: { expiresAt } });
  assert.deepEqual([changed.status, changed.expiresAt, changed.url], ['unused', expiresAt, url]);
  await enter(url, 'first');
  await group.owner.revokeAccessLink(at);
  const revoked = await group.owner.getAccessLink(at);
  assert.deepEqual(await group.owner.updateAccessLink({ ...at, body: revoked }), revoked);
  await refused(group.owner.updateAccessLink({ ...at, body: { role: 'moderator' } }), 'link_revoked');
});

test('a changed role of a link holds for people who enter by it, and for those who did and are not in a call yet', async () => {
  const { url, id: linkId } = await group.owner.generateAccess({ ...group.at, body: person });
  const first = await enter(url, 'first');
  assert.equal(first.role, 'user');
  await group.owner.updateAccessLink({ ...group.at, linkId, body: { role: 'moderator' } });
  const own = lectern.client(first.access_token);
  const at = { spaceId: group.spaceId, participantId: first.id };
  assert.equal((await own.getParticipant(at)).role, 'moderator');
  await own.listParticipants(group.at);
  await group.owner.updateAccessLink({ ...group.at, linkId, body: { role: 'user' } });
  await refused(own.listParticipants(group.at), 'forbidden');
});

test('all links of one person in a room are revoked at once, and no others', async () => {
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  const of = async ({ owner, at }: TestGroup, externalUserId: string) =>
    owner.generateAccess({ ...at, body: { ...person, externalUserId } });
  const theirs = [await of(group, 'pupil:7'), await of(group, 'pupil:7')];
  const others = [await of(group, 'pupil:70'), await of(elsewhere, 'pupil:7')];
  for (let round = 0; round < 2; round += 1) {
    await group.owner.revokeAccessLinksOfPerson({ ...group.at, query: { externalUserId: 'pupil:7' } });
  }
  for (const { url } of theirs) await refused(openLink(lectern, url, 'b'), 'link_revoked');
  for (const { url } of others) await openLink(lectern, url, 'b');
});

test('a list of people gets its links in order, once for each Idempotency-Key', async () => {
  const links = ['Ann', 'Bob', 'Zoë'].map((username) => ({ username, role: 'user' as const }));
  const make = () =>
    group.owner.generateAccessLinks({ ...group.at, body: { links } }, { idempotencyKey: 'a-class' });
  const made = await Promise.all([make(), make()]);
  assert.deepEqual(made[0], made[1]);
  const names = made[0]?.items.map(({ url }) => new URL(url).searchParams.get('participantName'));
  assert.deepEqual(names, ['Ann', 'Bob', 'Zoë']);
  for (const { url } of made[0]?.items ?? []) await enter(url, `of ${url}`);
});

test('opening a link returns what the entry page needs and does not bind the link', async () => {
  const body = { ...person, role: 'moderator', email: 'ann@example.org', externalUserId: 'u-1' } as const;
  const { url } = await group.owner.generateAccess({ ...group.at, body });
  for (const clientUniqueId of ['one', 'another']) {
    const opened = await lectern
      .client()
      .openAccessLink({ body: { accessToken: tokenIn(url), clientUniqueId } });
    const { access_token, expires_in, ...rest } = opened;
    assert.ok(access_token.length > 20 && expires_in === 86_400);
    assert.deepEqual(rest, {
      spaceId: group.spaceId,
      roomId: group.room.id,
      participantName: 'Ann',
      role: 'moderator',
      isNameAsked: false,
      known: ['email'],
    });
  }
});

test('a forged or damaged token is refused', async () => {
  const { url } = await group.owner.generateAccess({ ...group.at, body: person });
  const good = tokenIn(url);
  const other = good.slice(0, -4) + (good.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  const bytes = Buffer.from(good, 'base64url');
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  for (const accessToken of [
    other,
    bytes.toString('base64url'),
    `${good}=`,
    `${good}A`,
    'x',
    'é',
    `lls_${good}`,
  ]) {
    const opened = lectern.client().openAccessLink({ body: { accessToken, clientUniqueId: 'b' } });
    await refused(opened, 'unauthorized');
  }
});

const makeLink = async () => (await group.owner.generateAccess({ ...group.at, body: person })).url;

test('a link is bound by the browser that is in the call, not by one that only joins', async () => {
  const url = await makeLink();
  const openedBefore = await openLink(lectern, url, 'second');
  const scanner = await enterBy(lectern, group, { url, browser: 'a scanner of mails' });
  const first = await enterBy(lectern, group, { url, browser: 'first' });
  const { person: inCall } = await connectToFakeCall(lectern, group, first);
  const { reason } = await refused(openLink(lectern, url, 'second'), 'link_used');
  assert.equal(reason, null);
  const late = openedBefore.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'second' },
  });
  await refused(late, 'link_used');
  await refused(scanner.api.issueSignalingToken(scanner.at), 'link_used');
  assert.equal((await enter(url, 'first')).id, first.id);
  await inCall.leave();
});

test('of browsers whose media connects at the same instant one stays, and the others are removed', async () => {
  const browsers = ['a', 'b', 'c', 'd'];
  for (let round = 0; round < 5; round += 1) {
    const url = await makeLink();
    const entered = await Promise.all(browsers.map((browser) => enterBy(lectern, group, { url, browser })));
    const tokens = await Promise.all(entered.map(({ api, at }) => api.issueSignalingToken(at)));
    const people = tokens.map(({ signalingToken }) => lectern.media.join(signalingToken));
    const removed = () => people.filter(({ endedBecause }) => endedBecause === 'removed');
    await waitUntil(() => removed().length === 3, { timeout: 10_000, message: 'three to be removed' });
    const winner = people.findIndex(({ endedBecause }) => endedBecause === undefined);
    const present = await Promise.all(entered.map(({ id }) => isPresent(group, id)));
    assert.deepEqual(
      present,
      browsers.map((_, index) => index === winner),
    );
    for (const [index, { api, at }] of entered.entries()) {
      if (index !== winner) await refused(api.issueSignalingToken(at), 'link_used');
    }
    await people[winner]?.leave();
  }
});

test('of browsers that ask to be admitted at the same instant exactly one waits', async () => {
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'everyone' } });
  const url = await makeLink();
  const entries = await Promise.allSettled(['a', 'b', 'c', 'd'].map((browser) => enter(url, browser)));
  assert.equal(entries.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const entry of entries) {
    if (entry.status === 'rejected') await refused(Promise.reject(entry.reason), 'link_used');
  }
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'nobody' } });
});

test('a refused entry does not bind the link', async () => {
  await group.owner.updateRoom({
    ...group.at,
    body: {
      joinSettingsFields: [
        { slug: 'email', type: 'email', title: 'admin.classrooms.email', enabled: true, required: true },
      ],
    },
  });
  const { url } = await group.owner.generateAccess({ ...group.at, body: person });
  await refused(enter(url, 'first'), 'validation_failed');
  await enter(url, 'second', { fields: { email: 'a@example.org' } });
  await group.owner.updateRoom({ ...group.at, body: { joinSettingsFields: [] } });
});

test('a permanent link admits many people, each as a participant of their own', async () => {
  const body = { ...person, isPermanent: true };
  const { url } = await group.owner.generateAccess({ ...group.at, body });
  const entered = await Promise.all(['one', 'two', 'three'].map((browser) => enter(url, browser)));
  assert.equal(new Set(entered.map(({ id }) => id)).size, 3);
});

test('a released link may be used by another browser, and then the first one is out of the call', async () => {
  const { url, id, expiresAt } = await group.owner.generateAccess({ ...group.at, body: person });
  const first = await connectToFakeCall(
    lectern,
    group,
    await enterBy(lectern, group, { url, browser: 'first' }),
  );
  const released = await group.owner.releaseAccessLink({ ...group.at, linkId: id });
  assert.deepEqual(released, { id, expiresAt });
  const second = await enterBy(lectern, group, { url, browser: 'second' });
  assert.ok(await isPresent(group, first.id));
  const { person: onPhone } = await connectToFakeCall(lectern, group, second);
  await waitUntil(() => first.person.endedBecause === 'removed', {
    timeout: 10_000,
    message: 'the first browser to be removed',
  });
  await refused(openLink(lectern, url, 'first'), 'link_used');
  await refused(first.api.issueSignalingToken(first.at), 'link_used');
  const body = { id: group.room.channelId };
  for (const ask of [
    () => first.api.getSocketToken(),
    () => first.api.joinChannel({ body }),
    () => first.api.raiseHand(first.at),
  ])
    await refused(ask(), 'link_used');
  await onPhone.leave();
});

test('a browser that loses its link while it asks for a signalling token learns that', async (t) => {
  // Otherwise the request does not lock the participant.
  const closesAt = new Date(Date.now() + 3_600_000).toISOString();
  await group.owner.updateRoom({ ...group.at, body: { closesAt } });
  const { db, close } = await databaseOf(lectern);
  t.after(close);
  const url = await makeLink();
  const slow = await enterBy(lectern, group, { url, browser: 'slow' });
  const fast = await enterBy(lectern, group, { url, browser: 'fast' });
  const { asked, winner } = await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM participants WHERE id = ${slow.id} FOR UPDATE`.execute(trx);
    const asked = slow.api.issueSignalingToken(slow.at);
    asked.catch(() => undefined);
    const isWaiting = async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query ILIKE '%UPDATE participants%'`.execute(db);
      return rows.length > 0;
    };
    await waitUntil(isWaiting, { timeout: 30_000, message: 'the request to wait for the participant' });
    return { asked, winner: (await connectToFakeCall(lectern, group, fast)).person };
  });
  await refused(asked, 'link_used');
  await winner.leave();
  await group.owner.updateRoom({ ...group.at, body: { closesAt: null } });
});

test('an expired link cannot be opened or released', async () => {
  const { url, id } = await group.owner.generateAccess({ ...group.at, body: { ...person, ttl: 1 } });
  const session = await openLink(lectern, url, 'b');
  await waitUntil(
    () =>
      openLink(lectern, url, 'b').then(
        () => false,
        () => true,
      ),
    {
      timeout: 5000,
      message: 'the link to expire',
    },
  );
  await refused(openLink(lectern, url, 'b'), 'link_expired');
  const entry = session.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'b' },
  });
  await refused(entry, 'link_expired');
  await refused(session.getRoomByAlias({ alias: group.room.alias }), 'not_found');
  await refused(group.owner.releaseAccessLink({ ...group.at, linkId: id }), 'link_expired');
});

test('a repeated Idempotency-Key returns the same link; with another body it is refused', async () => {
  const first = await group.owner.generateAccess({ ...group.at, body: person }, { idempotencyKey: 'k' });
  const again = await Promise.all(
    [1, 2, 3].map(() =>
      group.owner.generateAccess({ ...group.at, body: { ...person } }, { idempotencyKey: 'k' }),
    ),
  );
  for (const answer of again) assert.deepEqual(answer, first);
  const other = group.owner.generateAccess(
    { ...group.at, body: { ...person, username: 'Bob' } },
    { idempotencyKey: 'k' },
  );
  await refused(other, 'idempotency_key_reused');
  await enter(first.url, 'first');
  const elsewhere = lectern.client(lectern.owner.userToken);
  const foreign = await elsewhere.generateAccess({ ...group.at, body: person }, { idempotencyKey: 'k' });
  assert.notEqual(foreign.id, first.id);
});

test('a refused request does not use up its Idempotency-Key', async () => {
  const stranger = await makeUser(lectern, 'keyed');
  const made = () =>
    stranger.api.generateAccess({ ...group.at, body: person }, { idempotencyKey: 'stranger-key' });
  await refused(made(), 'not_found');
  await refused(made(), 'not_found');
});

test('links survive a restart of the server', async () => {
  const { url } = await group.owner.generateAccess({ ...group.at, body: person });
  const { id } = await enter(url, 'first');
  await lectern.stop();
  await lectern.start();
  assert.equal((await enter(url, 'first')).id, id);
});
