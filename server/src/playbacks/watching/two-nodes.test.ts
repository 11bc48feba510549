import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../../contract/client/index.ts';
import { startTwoNodes, type TwoNodes } from '../../../testing/engines/nodes.ts';
import {
  type ObjectStorage,
  startObjectStorage,
  withoutStorage,
} from '../../../testing/engines/object-storage.ts';
import { withoutRedis } from '../../../testing/engines/redis.ts';
import { openLink } from '../../../testing/group.ts';
import type { LecternProcess } from '../../../testing/lectern.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { createUpload, sendBytes, videoBytes } from '../../../testing/uploads.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { firstNumberIn, playlistAt, renditionUrl, segmentsIn } from '../../../testing/webinars/playlists.ts';
import { TestViewer } from '../../../testing/webinars/test-viewer.ts';
import {
  insertSession,
  makeWatchable,
  type WatchableWebinar,
  writeVideoInto,
} from '../../../testing/webinars/watchable.ts';
import { newId } from '../../platform/ids.ts';
import { nodeIdIn } from '../../startup/nodes/node-id.ts';

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

// Processes of their own, because one is killed and each has memory of its own.
suite('two servers with one object storage', { skip: withoutRedis() || withoutStorage() }, () => {
  let nodes: TwoNodes;
  let storage: ObjectStorage;
  let receiver: Receiver;
  before(async () => {
    storage = await startObjectStorage();
    nodes = await startTwoNodes({
      ...storage.settings,
      LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0',
      LECTERN_MIN_FREE_DISK: '1MB',
    });
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver?.close();
    await nodes?.remove();
    await storage?.remove();
  });

  const db = () => nodes.services.database.db;

  async function makeWebinar(begunAgo: number): Promise<WatchableWebinar & { sessionId: string }> {
    const webinar = await makeWatchable(nodes.first, db());
    writeVideoInto(storage.folder, webinar.video);
    const { id: sessionId } = await insertSession(db(), webinar, { begunAgo });
    return { ...webinar, sessionId };
  }

  async function enterAt(
    lectern: LecternProcess,
    { owner, spaceId, playbackId }: WatchableWebinar,
    link: { username: string; role: 'user' | 'moderator' },
  ): Promise<{ id: string; api: Client }> {
    const browser = newId();
    const { url } = await owner.generateAccess({ spaceId, roomId: playbackId, body: link });
    const session = await openLink(lectern, url, browser);
    const body = { roomId: playbackId, clientUniqueId: browser };
    const { id, access_token } = await session.createParticipant({ spaceId, body });
    return { id, api: lectern.client(access_token) };
  }

  async function watchAt(lectern: LecternProcess, webinar: WatchableWebinar, role: 'user' | 'moderator') {
    const entered = await enterAt(lectern, webinar, { username: `At ${lectern.ports.http}`, role });
    const viewer = await TestViewer.open(entered.api, { at: webinar.at, everyMs: 500 });
    return { ...entered, viewer, url: renditionUrl(viewer.opened.playlistUrl) };
  }

  test('viewers of both see one session, one chat, one count and the same segments; a removal at one ends watching at the other', async (t) => {
    const webinar = await makeWebinar(100);
    const ann = await watchAt(nodes.first, webinar, 'moderator');
    const bob = await watchAt(nodes.second, webinar, 'user');
    t.after(() => Promise.all([ann.viewer.stop(), bob.viewer.stop()]));
    const { session, chatChannelId: channelId } = ann.viewer.opened;
    assert.deepEqual(bob.viewer.opened.session, session);
    assert.equal(session.id, webinar.sessionId);
    for (const { viewer } of [ann, bob]) await until(() => viewer.last?.viewers === 2, 'both to be counted');

    // The signatures differ, the objects and their numbers do not.
    const listed = async (url: string) => {
      const playlist = await playlistAt(url);
      const objects = segmentsIn(playlist).map((address) => new URL(address).pathname);
      return { first: firstNumberIn(playlist), objects };
    };
    const isSame = async () => {
      const [one, other] = [await listed(ann.url), await listed(bob.url)];
      return JSON.stringify(one) === JSON.stringify(other);
    };
    await until(isSame, 'the same segments within one second');
    const elsewhere = bob.url.replace(nodes.second.url, nodes.first.url);
    assert.equal((await fetch(elsewhere)).status, 200, 'a playlist of one node is served by the other');

    const ears = [
      await SocketListener.of(nodes.first, ann.api, channelId),
      await SocketListener.of(nodes.second, bob.api, channelId),
    ];
    t.after(() => {
      for (const ear of ears) ear.close();
    });
    await ann.api.sendMessage({ body: { channelId, text: 'from the first' } });
    await bob.api.sendMessage({ body: { channelId, text: 'from the second' } });
    for (const ear of ears) {
      const heard = (await ear.hears('message', 2)).map(({ payload }) => Object(payload.message).text);
      assert.deepEqual(heard, ['from the first', 'from the second']);
    }

    const { spaceId } = webinar;
    await ann.api.removeParticipant({ spaceId, participantId: bob.id });
    const removedAt = performance.now();
    await until(async () => (await fetch(bob.url)).status === 403, 'the playlist of the second to end');
    t.diagnostic(`the other node refuses after ${Math.round(performance.now() - removedAt)} ms`);
    await until(() => ears[1]?.closedBy !== undefined, 'the socket at the second to be closed');
    await until(() => bob.viewer.refusals.includes('removed_from_call'), 'reports to be refused');
    await until(() => ann.viewer.last?.viewers === 1, 'one viewer');
  });

  test('segments are signed for the storage for two minutes at most, and a storage that is away ends no viewing', async (t) => {
    const webinar = await makeWebinar(100);
    const ann = await watchAt(nodes.first, webinar, 'user');
    t.after(() => ann.viewer.stop());
    const [address = ''] = segmentsIn(await playlistAt(ann.url));
    const { origin, searchParams } = new URL(address);
    assert.equal(origin, storage.settings.S3_ENDPOINT);
    // Signatures count whole seconds.
    assert.ok(Number(searchParams.get('X-Amz-Expires')) <= 121);
    assert.equal((await fetch(address)).status, 200);
    const longer = address.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400');
    assert.equal((await fetch(longer)).status, 403);
    const key = new URL(address).pathname;
    assert.equal((await fetch(address.replace(key, key.replace(/[^/]+$/, 'other.m4s')))).status, 403);

    await storage.kill();
    const before = ann.viewer.accepted.length;
    await until(() => ann.viewer.accepted.length > before + 3, 'reports while the storage is away');
    assert.ok(segmentsIn(await playlistAt(ann.url)).length > 0);
    const late = await watchAt(nodes.second, webinar, 'user');
    t.after(() => late.viewer.stop());
    await storage.start();
    for (const { url } of [ann, late]) {
      const newest = segmentsIn(await playlistAt(url)).at(-1) ?? '';
      assert.equal((await fetch(newest)).status, 200);
    }
    assert.deepEqual([...ann.viewer.refusals, ...late.viewer.refusals], []);
  });

  test('an upload goes to the storage by both servers, and is content of a webinar', async () => {
    const { owner, spaceId, at } = await makeWebinar(100);
    const { personalToken: token } = nodes.first.owner;
    const [first, second] = [nodes.first, nodes.second].map(({ url }) => ({ url, token }));
    assert.ok(first && second);
    const bytes = videoBytes(3_000_000);
    const { path, id: assetId } = await createUpload(first, { spaceId, size: bytes.length });
    await sendBytes(first, { path, offset: 0, body: bytes.subarray(0, 1_000_000) });
    await sendBytes(second, { path, offset: 1_000_000, body: bytes.subarray(1_000_000) });
    const ready = async () => {
      const asset = await owner.getAsset({ spaceId, assetId });
      return asset.state === 'ready' && asset;
    };
    const { fileUrl } = await until(ready, 'the upload to be ready');
    const answer = await fetch(fileUrl ?? '');
    assert.equal(new URL(answer.url).origin, storage.settings.S3_ENDPOINT);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes));
    assert.equal((await owner.updatePlayback({ ...at, body: { assetId } })).assetId, assetId);
  });

  test('when the server that begins and ends sessions is killed, the other does', async (t) => {
    const webinar = await makeWatchable(nodes.first, db(), { seconds: 6 });
    const { spaceId, playbackId, at } = webinar;
    const holderOf = async (name: string) => {
      const { rows } = await sql<{ holder: string }>`
        SELECT holder FROM leases WHERE name = ${name} AND expires_at > now()`.execute(db());
      return rows[0]?.holder;
    };
    const holder = await until(() => holderOf('sessions'), 'the lease of sessions');
    const [killed, other] =
      nodeIdIn(nodes.first.dataDir) === holder ? [nodes.first, nodes.second] : [nodes.second, nodes.first];
    const owner = other.client(other.owner.personalToken);
    const events: ('session_started' | 'session_finished')[] = ['session_started', 'session_finished'];
    await owner.createWebhook({ spaceId, body: { url: receiver.url, events } });
    const items = [{ type: 'message' as const, at: 1, author: 'Mo', text: 'by the other' }];
    await owner.updateTimeline({ ...at, body: { items } });
    await killed.kill();
    const killedAt = performance.now();
    const startDate = new Date(Date.now() + 500).toISOString();
    await owner.createPlaybackEvent({ spaceId, body: { playbackId, startDate } });
    const names = () => receiver.received.map(({ body }) => JSON.parse(body).body.eventName);
    await until(() => names().includes('session_started'), 'the start');
    t.diagnostic(`the other begins a session ${Math.round(performance.now() - killedAt)} ms after the kill`);
    await until(() => names().includes('session_finished'), 'the end');
    await killed.start();
    const { api } = await enterAt(killed, webinar, { username: 'Late', role: 'user' });
    await until(async () => (await api.getProgram(at)).running === null, 'the program without a session');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([new Set(ids).size, names()], [2, events]);
  });
});
