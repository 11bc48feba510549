import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { paths } from '../../../../contract/paths.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeUser, openLink } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { secretKey } from '../../../testing/people/callers.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { refused } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { firstNumberIn, playlistAt, renditionUrl, segmentsIn } from '../../../testing/webinars/playlists.ts';
import {
  enterWebinar,
  insertSession,
  makeWatchable,
  type WatchableWebinar,
  writeVideoFiles,
} from '../../../testing/webinars/watchable.ts';
import { Sessions } from '../../auth/auth.ts';
import { readAddressPath, signedAddress } from '../../engines/files/served/address.ts';
import { Keyring } from '../../platform/crypto.ts';
import { newId } from '../../platform/ids.ts';
import { segmentTimesOf } from './playlist.ts';
import { type PlaylistGrant, PlaylistTokens } from './token.ts';
import { timings } from './watchers.ts';

shorten(timings, { staleMs: 400, refreshMs: 300 });
const keyring = new Keyring([secretKey]);
let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_SECRET_KEY: secretKey });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const playing = { position: 0, isPlaying: true, isTabVisible: true };
const tokenIn = (url: string): string => /\/playlists\/([^/]+)\//.exec(url)?.[1] ?? '';

async function codeOf(url: string, method = 'GET'): Promise<string> {
  const answer = await fetch(url, { method, redirect: 'manual' });
  if (answer.status < 400) return 'ok';
  return ((await answer.json()) as { code: string }).code;
}

/** Waits until the playlist is refused with one of these codes. */
async function cutOff(url: string, codes: string[], message: string): Promise<void> {
  await waitUntil(async () => codes.includes(await codeOf(url)), { timeout: 20_000, message });
}

async function watch(webinar: WatchableWebinar, body: { sessionId?: string; isReplay?: boolean } = {}) {
  const person = await enterWebinar(lectern, webinar);
  const viewing = await person.api.openViewing({ ...webinar.at, body });
  return { ...person, ...viewing, url: renditionUrl(viewing.playlistUrl) };
}

// Beside each other: they wait for the clock.
describe('what ends as time passes', { concurrency: true }, () => {
  test('no playlist, whenever it is requested, names a segment that ends more than 12 s after the clock', async () => {
    const webinar = await makeWatchable(lectern, database.db);
    const { startDate } = await insertSession(database.db, webinar, { begunAgo: 0.5 });
    const { url } = await watch(webinar);
    const { ends } = segmentTimesOf(webinar.video.durations);
    const seen = new Set<string>();
    await waitUntil(
      async () => {
        const playlist = await playlistAt(url);
        const clock = (Date.now() - startDate.getTime()) / 1000;
        const last = firstNumberIn(playlist) + segmentsIn(playlist).length - 1;
        assert.ok((ends[last] ?? 0) <= clock + 12, `${ends[last]} at ${clock}`);
        for (const address of segmentsIn(playlist)) seen.add(new URL(address).pathname.split('/')[2] ?? '');
        return seen.size > 5;
      },
      { timeout: 30_000, message: 'several playlists' },
    );
  });

  test('before its start and after its end a session has no viewings and no playlists', async () => {
    const { db } = database;
    const webinar = await makeWatchable(lectern, db);
    const later = await insertSession(db, webinar, { begunAgo: -3600 });
    const over = await insertSession(db, webinar, { begunAgo: 5000 });
    const { api } = await enterWebinar(lectern, webinar);
    for (const sessionId of [undefined, later.id, over.id, newId()]) {
      const body = sessionId === undefined ? {} : { sessionId };
      await refused(api.openViewing({ ...webinar.at, body }), 'session_not_running');
    }
    await insertSession(db, webinar, { begunAgo: 597 });
    const { url, ...viewer } = await watch(webinar);
    assert.equal(await codeOf(url), 'ok');
    await cutOff(url, ['session_not_running'], 'the end of the session');
    const at = { ...webinar.at, viewingId: viewer.viewingId };
    assert.equal((await viewer.api.reportViewing({ ...at, body: playing })).state, 'finished');
  });

  test('a token ends with the session of its participant', async () => {
    const webinar = await makeWatchable(lectern, database.db);
    await insertSession(database.db, webinar, { begunAgo: 30 });
    const { id } = await enterWebinar(lectern, webinar);
    const expiresAt = new Date(Date.now() + 4000);
    const api = lectern.client(
      new Sessions(keyring).sealParticipantSession({ participantId: id, expiresAt }),
    );
    const viewing = await api.openViewing({ ...webinar.at, body: {} });
    assert.equal(new PlaylistTokens(keyring).open(tokenIn(viewing.playlistUrl), expiresAt), undefined);
    await cutOff(renditionUrl(viewing.playlistUrl), ['playlist_link_invalid'], 'the token to expire');
    const at = { ...webinar.at, viewingId: viewing.viewingId };
    await refused(api.reportViewing({ ...at, body: playing }), 'unauthorized');
  });
});

test('segments cannot be guessed: neither their names, nor another key in a signed address, nor their numbers', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  writeVideoFiles(lectern, webinar.video);
  await insertSession(database.db, webinar, { begunAgo: 10 });
  const { url } = await watch(webinar);
  const [address = ''] = segmentsIn(await playlistAt(url));
  assert.equal((await fetch(address)).status, 200);
  const [payload = '', mac] = (new URL(address).pathname.split('/')[2] ?? '').split('.');
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
  // Even somebody who knew the name of a later segment could not sign its address.
  fields[0] = webinar.video.keyOf('source', 100);
  const forged = Buffer.from(JSON.stringify(fields)).toString('base64url');
  assert.equal(await codeOf(address.replace(`${payload}.${mac}`, `${forged}.${mac}`)), 'file_link_invalid');
  for (const path of [`/files/${String(fields[0])}`, `/${String(fields[0])}`]) {
    assert.notEqual((await sendRaw(lectern.url, { method: 'GET', path })).status, 200, path);
  }
  // The addresses by number are for replays only.
  for (const number of ['0', '3', '100']) {
    assert.equal(await codeOf(url.replace('source.m3u8', `source/${number}.m4s`)), 'not_found');
  }
  assert.equal(await codeOf(url.replace('source.m3u8', 'source/init.mp4')), 'not_found');
});

test('a range or HEAD of a segment shows nothing but this segment, and HEAD of a playlist no playlist', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  writeVideoFiles(lectern, webinar.video);
  await insertSession(database.db, webinar, { begunAgo: 10 });
  const { url } = await watch(webinar);
  const [address = ''] = segmentsIn(await playlistAt(url));
  const head = await fetch(address, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, '1000']);
  const beyond = await fetch(address, { headers: { range: 'bytes=1000-5000' } });
  assert.equal(beyond.status, 416);
  const part = await fetch(address, { headers: { range: 'bytes=990-5000' } });
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, 'bytes 990-999/1000']);
  const listed = await fetch(url, { method: 'HEAD' });
  assert.deepEqual([listed.status, await listed.text()], [200, '']);
  for (const method of ['POST', 'PUT', 'DELETE']) assert.notEqual((await fetch(url, { method })).status, 200);
});

test('a changed, an expired or another viewer’s token opens nothing', async () => {
  const webinar = await makeWatchable(lectern, database.db, { isReplayAllowed: true });
  const old = await insertSession(database.db, webinar, { begunAgo: 5000 });
  await insertSession(database.db, webinar, { begunAgo: 10 });
  const { url } = await watch(webinar);
  const token = tokenIn(url);
  const grant = new PlaylistTokens(keyring).open(token, new Date());
  assert.ok(grant);
  const left = grant.expiresAt.getTime() - Date.now();
  assert.ok(left > 100_000 && left <= 120_000, `${left} ms`);
  const invalid = 'playlist_link_invalid';
  for (let at = 0; at < token.length; at += 5) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    assert.equal(await codeOf(url.replace(token, changed)), invalid);
  }
  const withGrant = (more: Partial<PlaylistGrant>) => {
    const { expiresAt, ...subject } = { ...grant, ...more };
    return url.replace(token, new PlaylistTokens(keyring).tokenFor(subject, expiresAt, new Date()));
  };
  assert.equal(await codeOf(withGrant({})), 'ok');
  for (const more of [
    { expiresAt: new Date(Date.now() - 1) },
    { sessionId: old.id },
    { sessionId: newId() },
    { participantId: newId() },
    { viewingId: newId() },
  ]) {
    assert.equal(await codeOf(withGrant(more)), invalid, Object.keys(more).join());
  }
  assert.equal(await codeOf(url.replace('source.m3u8', '1080p.m3u8')), 'not_found');
  assert.equal(await codeOf(url.replace('source.m3u8', '..%2fmaster.m3u8')), 'not_found');
});

test('a client with another clock gets what the server’s clock allows', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 20 });
  const viewer = await watch(webinar);
  const at = { ...webinar.at, viewingId: viewer.viewingId };
  const before = segmentsIn(await playlistAt(viewer.url)).length;
  const headers = { date: new Date(Date.now() + 3_600_000).toUTCString() };
  await viewer.api.reportViewing({ ...at, body: { ...playing, position: 599 } });
  const answer = await fetch(`${viewer.url}?position=599&_HLS_msn=200`, { headers });
  assert.ok(segmentsIn(await answer.text()).length <= before + 2);
});

test('a session that a moderator ends is over for its viewers', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  const session = await insertSession(database.db, webinar, { begunAgo: 30 });
  const { url } = await watch(webinar);
  await webinar.owner.endPlaybackSession({ ...webinar.at, playbackEventSessionId: session.id });
  await cutOff(url, ['session_not_running'], 'the end of the session');
});

test('a replay needs the permission of the room, and its days', async () => {
  const { db } = database;
  const webinar = await makeWatchable(lectern, db, { seconds: 60 });
  const { id: sessionId } = await insertSession(db, webinar, { begunAgo: 3 * 86_400 });
  const { api } = await enterWebinar(lectern, webinar);
  const replay = (body: object) => api.openViewing({ ...webinar.at, body: { isReplay: true, ...body } });
  const change = (body: object) => webinar.owner.updatePlayback({ ...webinar.at, body });
  for (const body of [{}, { sessionId }]) await refused(replay(body), 'replay_not_allowed');
  await change({ isReplayAllowed: true, replayDays: 2 });
  for (const body of [{}, { sessionId }]) await refused(replay(body), 'replay_not_allowed');
  await change({ replayDays: 4 });
  const { playlistUrl } = await replay({ sessionId });
  const url = renditionUrl(playlistUrl);
  assert.equal(await codeOf(url), 'ok');
  const running = await insertSession(db, webinar, { begunAgo: 5 });
  await refused(replay({ sessionId: running.id }), 'replay_not_allowed');
  await change({ isReplayAllowed: false });
  await cutOff(url, ['session_not_running'], 'the replay to end');
  assert.notEqual(await codeOf(url.replace('source.m3u8', 'source/0.m4s')), 'ok');
});

test('a revoked link ends playlists and reports', async () => {
  const webinar = await makeWatchable(lectern, database.db, { isPublic: false });
  await insertSession(database.db, webinar, { begunAgo: 30 });
  const { owner, spaceId, playbackId } = webinar;
  const room = { spaceId, roomId: playbackId };
  const made = await owner.generateAccess({ ...room, body: { username: 'Ann', role: 'user' } });
  const link = await openLink(lectern, made.url, 'the browser of Ann');
  const body = { roomId: playbackId, clientUniqueId: 'the browser of Ann' };
  const { access_token: token } = await link.createParticipant({ spaceId, body });
  const api = lectern.client(token);
  const viewing = await api.openViewing({ ...webinar.at, body: {} });
  const url = renditionUrl(viewing.playlistUrl);
  assert.equal(await codeOf(url), 'ok');
  await owner.revokeAccessLink({ ...room, linkId: made.id });
  await refused(api.openViewing({ ...webinar.at, body: {} }), 'removed_from_call');
  await cutOff(url, ['playlist_link_invalid'], 'the playlist to end');
  const at = { ...webinar.at, viewingId: viewing.viewingId };
  await refused(api.reportViewing({ ...at, body: playing }), 'removed_from_call');
});

test('a removal and the deletion of the webinar end playlists and reports', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 30 });
  const [removed, other] = [await watch(webinar), await watch(webinar)];
  await webinar.owner.removeParticipant({ spaceId: webinar.spaceId, participantId: removed.id });
  await cutOff(removed.url, ['playlist_link_invalid'], 'the playlist to end');
  const report = (viewer: typeof other) =>
    viewer.api.reportViewing({ ...webinar.at, viewingId: viewer.viewingId, body: playing });
  await refused(report(removed), 'removed_from_call');
  assert.equal((await report(other)).state, 'running');
  await webinar.owner.deletePlayback(webinar.at);
  await cutOff(other.url, ['playlist_link_invalid'], 'the playlist to end');
  await refused(report(other), 'unauthorized').catch(() => refused(report(other), 'not_found'));
});

test('a removal between the check and the storage of a viewing ends its playlist', async (t) => {
  // Only the notification can end the playlist in time.
  shorten(timings, { staleMs: 120_000, refreshMs: 120_000 }, t);
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 30 });
  const { id: participantId, api } = await enterWebinar(lectern, webinar);
  const opening = await database.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE viewings IN SHARE MODE`.execute(trx);
    const opened = api.openViewing({ ...webinar.at, body: {} });
    opened.catch(() => undefined);
    // Asked outside the transaction, which would see the same activity again and again.
    const isWaiting = async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query ILIKE 'insert into "viewings"%'`.execute(database.db);
      return rows.length > 0;
    };
    await waitUntil(isWaiting, { timeout: 30_000, message: 'the viewing to wait for the table' });
    await webinar.owner.removeParticipant({ spaceId: webinar.spaceId, participantId });
    return { opened };
  });
  const { playlistUrl } = await opening.opened;
  await cutOff(renditionUrl(playlistUrl), ['playlist_link_invalid'], 'the playlist to end');
});

test('an account that loses its role in a private webinar, or is disabled, loses the playlist', async () => {
  const webinar = await makeWatchable(lectern, database.db, { isPublic: false });
  await insertSession(database.db, webinar, { begunAgo: 30 });
  const { owner, spaceId, playbackId } = webinar;
  const watchAs = async (name: string) => {
    const user = await makeUser(lectern, name);
    const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
    await user.api.activateInvite({ spaceId, inviteId });
    const body = { roomId: playbackId, clientUniqueId: newId(), name };
    const api = lectern.client((await user.api.createParticipant({ spaceId, body })).access_token);
    const { viewingId, playlistUrl } = await api.openViewing({ ...webinar.at, body: {} });
    return { user, api, at: { ...webinar.at, viewingId }, url: renditionUrl(playlistUrl) };
  };
  const [left, disabled] = [await watchAs('leaves-webinar'), await watchAs('disabled-in-webinar')];
  for (const { url } of [left, disabled]) assert.equal(await codeOf(url), 'ok');
  await owner.removeMember({ spaceId, userId: left.user.id });
  await database.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', disabled.user.id)
    .execute();
  for (const { api, at, url } of [left, disabled]) {
    await refused(api.openViewing({ ...webinar.at, body: {} }), 'removed_from_call');
    await cutOff(url, ['playlist_link_invalid'], 'the playlist to end');
    await refused(api.reportViewing({ ...at, body: playing }), 'removed_from_call');
  }
});

test('an old playlist opens nothing later: neither its address after the session, nor its segments after two minutes', async () => {
  const webinar = await makeWatchable(lectern, database.db, { isReplayAllowed: true });
  writeVideoFiles(lectern, webinar.video);
  const first = await insertSession(database.db, webinar, { begunAgo: 20 });
  const viewer = await watch(webinar);
  for (const address of segmentsIn(await playlistAt(viewer.url))) {
    const grant = readAddressPath(keyring, new URL(address).pathname);
    const left = Number(grant?.until) - Date.now();
    assert.ok(left > 30_000 && left <= 120_000, `${left} ms`);
    const old = signedAddress({ url: new URL(lectern.url), keyring }, grant?.key ?? '', {
      ...grant,
      until: new Date(Date.now() - 1),
    } as Parameters<typeof signedAddress>[2]);
    assert.equal(await codeOf(old), 'file_link_invalid');
  }
  await webinar.owner.endPlaybackSession({ ...webinar.at, playbackEventSessionId: first.id });
  await insertSession(database.db, webinar, { begunAgo: 300 });
  await cutOff(viewer.url, ['session_not_running'], 'the playlist to end, although another session runs');
  const at = { ...webinar.at, viewingId: viewer.viewingId };
  const { playlistUrl, state } = await viewer.api.reportViewing({ ...at, body: playing });
  assert.equal(state, 'finished');
  for (const name of ['master', 'source', '360p']) {
    assert.equal(await codeOf(playlistUrl.replace('master', name)), 'session_not_running');
  }
});

test('no response to a viewer, whatever they request, tells of the video, its source or later items', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  const { owner, spaceId, playbackId, video } = webinar;
  const at = 400;
  const hidden = { at, title: 'Hidden offer', buttonText: 'Buy', url: 'https://lms.example.org/later' };
  const items = [
    { type: 'offer' as const, ...hidden },
    { type: 'message' as const, at, author: 'Mo', text: 'Hidden message' },
    { type: 'poll' as const, at, question: 'Hidden question', options: [{ option: 'a' }, { option: 'b' }] },
  ];
  const timeline = await owner.updateTimeline({ ...webinar.at, body: { items } });
  const session = await insertSession(database.db, webinar, { begunAgo: 30 });
  const later = await insertSession(database.db, webinar, { begunAgo: -3600 });
  const { api, token, viewingId, chatChannelId: channelId } = await watch(webinar);
  await api.joinChannel({ body: { id: channelId } });
  const { items: events } = await owner.listPlaybackEvents({ spaceId, query: { playbackId } });
  const { rows } = await database.pool.query('SELECT record_id FROM videos WHERE id = $1', [video.id]);
  const secrets = [video.id, video.nameKey.toString('hex'), rows[0].record_id, 'Hidden', 'mediaUrl'];
  secrets.push(...timeline.items.map(({ id }) => id));
  const ids: Record<string, string> = {
    ...{ spaceId, playbackId, roomId: playbackId, viewingId, channelId, assetId: video.id },
    ...{ playbackEventId: events[0]?.id ?? '', playbackEventSessionId: session.id },
    ...{ recordId: rows[0].record_id, alias: (await owner.getPlayback(webinar.at)).alias },
    itemId: timeline.items[0]?.id ?? '',
  };
  const told: string[] = [];
  const answered = new Set<string>();
  for (const [operation, path] of Object.entries(paths)) {
    const [method = '', pattern = ''] = path.split(' ');
    if (method !== 'GET' && operation !== 'reportViewing') continue;
    const filled = pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? newId());
    const body = method === 'GET' ? {} : { body: JSON.stringify({ ...playing, position: 599 }) };
    const request = { method, path: filled, token, type: 'application/json', ...body };
    const { status, text } = await sendRaw(lectern.url, request);
    if (status === 200) answered.add(operation);
    for (const secret of secrets) if (text.includes(secret)) told.push(`${operation}: ${secret}`);
  }
  for (const operation of ['getProgram', 'reportViewing', 'getRoomByAlias', 'listMessages']) {
    assert.ok(answered.has(operation), operation);
  }
  assert.deepEqual(told, []);
  await refused(api.clickOffer({ ...webinar.at, viewingId, itemId: ids.itemId ?? '' }), 'not_found');
  await refused(api.openViewing({ ...webinar.at, body: { sessionId: later.id } }), 'session_not_running');
  const elsewhere = await makeWatchable(lectern, database.db);
  await insertSession(database.db, elsewhere, { begunAgo: 30 });
  await refused(api.reportViewing({ ...elsewhere.at, viewingId, body: playing }), 'forbidden');
});

test('a permanent session shows no item before the second that the page can have reached, whatever it claims', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  const { owner } = webinar;
  const url = 'https://lms.example.org/course';
  const items = [{ type: 'offer' as const, at: 300, title: 'Later', buttonText: 'Buy', url }];
  const timeline = await owner.updateTimeline({ ...webinar.at, body: { items } });
  await insertSession(database.db, webinar, { begunAgo: 9999, isPermanent: true });
  const { api, viewingId } = await watch(webinar);
  const at = { ...webinar.at, viewingId };
  for (const position of [300, 599, 1_000_000]) {
    const report = await api.reportViewing({ ...at, body: { ...playing, position } });
    assert.deepEqual(report.items, []);
  }
  await refused(api.clickOffer({ ...at, itemId: timeline.items[0]?.id ?? '' }), 'not_found');
});

test('ranges, conditions and methods of a playlist show no more than the playlist', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 20 });
  const { url } = await watch(webinar);
  const { ends } = segmentTimesOf(webinar.video.durations);
  const attempts: Record<string, string>[] = [
    { range: 'bytes=0-99999999' },
    { range: 'bytes=-1' },
    { 'if-none-match': '*', 'x-http-method-override': 'POST' },
    { 'x-forwarded-host': 'example.org', date: new Date(Date.now() + 3_600_000).toUTCString() },
  ];
  for (const headers of attempts) {
    const listed = await (await fetch(url, { headers })).text();
    assert.ok(!listed.includes('example.org'));
    const last = firstNumberIn(listed) + segmentsIn(listed).length - 1;
    assert.ok((ends[last] ?? 0) <= 20 + 12 + 20, JSON.stringify(headers));
  }
  const head = await fetch(url, { method: 'HEAD' });
  assert.equal(head.headers.get('cache-control'), 'no-store');
});

test('viewers cannot read what leads ahead: the webinar’s record, its sessions with the media, others’ viewings', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 30 });
  const [ann, ben] = [await watch(webinar), await watch(webinar)];
  await refused(ann.api.getPlayback(webinar.at), 'forbidden');
  await refused(ann.api.getPlaybackEventSessions(webinar.at), 'forbidden');
  await refused(ann.api.listPlaybackEvents({ spaceId: webinar.spaceId }), 'forbidden');
  const at = { ...webinar.at, viewingId: ben.viewingId };
  await refused(ann.api.reportViewing({ ...at, body: playing }), 'not_found');
  await refused(ann.api.closeViewing(at), 'not_found');
  const elsewhere = await makeWatchable(lectern, database.db);
  await refused(ann.api.openViewing({ ...elsewhere.at, body: {} }), 'forbidden');
  await refused(webinar.owner.openViewing({ ...webinar.at, body: {} }), 'forbidden');
});

test('positions that are no seconds are refused', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 30 });
  const { viewingId, token } = await watch(webinar);
  const { spaceId, playbackId } = webinar;
  const path = `/v1/spaces/${spaceId}/playbacks/${playbackId}/viewings/${viewingId}/reports`;
  for (const position of ['-1', '"1s"', '1e999', '1e300', 'null']) {
    const body = `{"position":${position},"isPlaying":true,"isTabVisible":true}`;
    const answer = await sendRaw(lectern.url, { path, token, body, type: 'application/json' });
    assert.ok(answer.status === 422 || answer.status === 400, `${position}: ${answer.status}`);
  }
});
