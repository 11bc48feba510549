import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, openLink } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { messagesOf } from '../../../testing/people/chat.ts';
import { newBrowser } from '../../../testing/people/entering.ts';
import { addPlayback, endPreparation, insertContent, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { playlistAt, renditionUrl, segmentsIn } from '../../../testing/webinars/playlists.ts';
import { insertTestVideo } from '../../../testing/webinars/watchable.ts';
import { filterVideosInUse } from '../store.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });
const links = { first: newBrowser() };

/** A webinar that plays a recording. */
async function preparedWebinar() {
  const { db } = database;
  const group = await makeGroup(lectern);
  const webinar = await addPlayback(group, { isReplayAllowed: true });
  const { recordId } = await insertContent(lectern, group);
  await db.deleteFrom('videos').where('record_id', '=', recordId).execute();
  const video = await insertTestVideo(db, group.spaceId);
  await db.updateTable('videos').set({ record_id: recordId }).where('id', '=', video.id).execute();
  await webinar.owner.updatePlayback({ ...webinar.at, body: { recordId } });
  return { ...webinar, group, recordId, video };
}

/** A webinar that plays a recording, whose session began 30 s ago. */
async function runningWebinar() {
  const { group, ...webinar } = await preparedWebinar();
  const startDate = new Date(Date.now() - 30_000).toISOString();
  const body = { playbackId: webinar.playback.id, startDate };
  const event = await webinar.owner.createPlaybackEvent({ spaceId: group.spaceId, body });
  const started = async () =>
    (await webinar.owner.getPlaybackEventSessions(webinar.at)).items.find(({ mediaUrl }) => mediaUrl);
  const session = await until(started, 'the session');
  return { ...webinar, event, session };
}
type Running = Awaited<ReturnType<typeof runningWebinar>>;

async function newLink({ owner, asRoom }: TestPlayback, username: string) {
  return owner.generateAccess({ ...asRoom, body: { username, role: 'user', externalUserId: username } });
}

async function enterBy(
  { spaceId, playback }: TestPlayback,
  client: Client,
  { browser, fields }: { browser: string; fields?: { email: string } },
) {
  const body = { roomId: playback.id, clientUniqueId: browser, name: 'Ann', ...(fields && { fields }) };
  return lectern.client((await client.createParticipant({ spaceId, body })).access_token);
}

/** Opens the session and returns a check that everything of it still works. */
async function watch({ at, session, video }: Running, api: Client, name: string) {
  const viewing = await api.openViewing({ ...at, body: {} });
  const { viewingId, chatChannelId: channelId } = viewing;
  await api.joinChannel({ body: { id: channelId } });
  let sent = 0;
  return async (change: string): Promise<void> => {
    const body = { position: 31, isPlaying: true, isTabVisible: true };
    const report = await api.reportViewing({ ...at, viewingId, body });
    assert.equal(report.state, 'running', change);
    const addresses = segmentsIn(await playlistAt(renditionUrl(report.playlistUrl)));
    const keys = video.durations.map((_, index) => video.keyOf('source', index));
    for (const address of addresses) {
      const [payload = ''] = (new URL(address).pathname.split('/')[2] ?? '').split('.');
      const [key] = JSON.parse(Buffer.from(payload, 'base64url').toString());
      assert.ok(keys.includes(key), `${change}: another video plays`);
    }
    const { running } = await api.getProgram(at);
    assert.equal(running?.id, session.id, change);
    assert.equal(running?.endDate, session.endDate, change);
    sent += 1;
    await api.sendMessage({ body: { channelId, text: `${name} ${sent}` } });
    assert.equal((await messagesOf(api, channelId)).at(-1)?.text, `${name} ${sent}`);
  };
}

test('whatever is edited while a session runs and after its end, the session continues and its links and viewers stay', async () => {
  const webinar = await runningWebinar();
  const { owner, spaceId, at, asRoom, event, session, recordId, video } = webinar;
  const [first, second] = [await newLink(webinar, 'ann'), await newLink(webinar, 'ben')];
  const ann = await enterBy(webinar, await openLink(lectern, first.url, links.first), {
    browser: links.first,
  });
  const guest = await enterBy(webinar, lectern.client(), { browser: newBrowser() });
  const checks = [await watch(webinar, ann, 'Ann'), await watch(webinar, guest, 'Guest')];
  const other = await insertContent(lectern, webinar);
  const change = (body: Body<'updatePlayback'>) => () => owner.updatePlayback({ ...at, body });
  const edits: Record<string, () => Promise<unknown>> = {
    name: change({ name: 'Geometry' }),
    type: change({ type: 'conference' }),
    'the entry form': change({
      joinSettingsFields: [
        { slug: 'email', type: 'email', title: 'admin.classrooms.email', enabled: true, required: true },
      ],
    }),
    'the page after the end': change({ redirectUrl: 'https://lms.example.org/thanks' }),
    replays: change({ isReplayAllowed: false, replayDays: 1 }),
    'the recorded chat': change({ isChatReplayed: false }),
    timeline: () => owner.updateTimeline({ ...at, body: { items: [] } }),
    'the time of the event': () =>
      owner.updatePlaybackEvent({
        ...{ spaceId, playbackEventId: event.id },
        body: { startDate: new Date(Date.now() + 3_600_000).toISOString(), name: 'Moved' },
      }),
    'the kind of the event': () =>
      owner.updatePlaybackEvent({
        ...{ spaceId, playbackEventId: event.id },
        body: { startDate: null, endDate: null, recurrence: null },
      }),
    content: change({ recordId: other.recordId }),
    'its preparation': () => endPreparation(lectern, webinar.playback.id, { duration: 20 }),
    draft: change({ readinessStatus: 'draft' }),
    'no content': change({ recordId: null }),
    'a deleted recording': () => owner.deleteRecord({ ...{ spaceId, roomId: webinar.room.id, recordId } }),
    'another link': () => newLink(webinar, 'zoe'),
    'a revoked link': () => owner.revokeAccessLink({ ...asRoom, linkId: second.id }),
    privacy: change({ isPublic: false }),
    'a deleted event': () => owner.deletePlaybackEvent({ spaceId, playbackEventId: event.id }),
  };
  const { db } = database;
  for (const [name, edit] of Object.entries(edits)) {
    await edit();
    for (const check of checks) await check(name);
    assert.ok((await filterVideosInUse(db, [video.id])).has(video.id), name);
  }
  // The link is Ann's in her browser, also after all this, and a reload opens the same session.
  const fields = { email: 'ann@example.org' };
  const reopened = await openLink(lectern, first.url, links.first);
  const again = await enterBy(webinar, reopened, { browser: links.first, fields });
  assert.equal((await again.openViewing({ ...at, body: {} })).session.id, session.id);

  await owner.endPlaybackSession({ ...at, playbackEventSessionId: session.id });
  await change({ name: 'After the end', isReplayAllowed: true, readinessStatus: 'draft' })();
  const { items } = await owner.getPlaybackEventSessions(at);
  const ended = items.find(({ id }) => id === session.id);
  assert.deepEqual(
    [ended?.state, ended?.uniqueParticipantsCount, ended?.chatChannelId],
    ['finished', 2, session.chatChannelId],
  );
  const texts = (await messagesOf(again, session.chatChannelId)).map(({ text }) => text);
  assert.deepEqual(texts.slice(-2), [
    `Ann ${Object.keys(edits).length}`,
    `Guest ${Object.keys(edits).length}`,
  ]);
  await refused(again.openViewing({ ...at, body: {} }), 'session_not_running');
  await openLink(lectern, first.url, links.first);
});

for (const change of ['new content', 'a draft']) {
  test(`${change} in the second in which a session begins does not change the session`, async () => {
    const { owner, at, group, video } = await preparedWebinar();
    const other = await insertContent(lectern, group);
    const startDate = new Date();
    const body = { playbackId: at.playbackId, startDate: startDate.toISOString() };
    await owner.createPlaybackEvent({ spaceId: group.spaceId, body });
    const edit = change === 'a draft' ? { readinessStatus: 'draft' as const } : { recordId: other.recordId };
    await owner.updatePlayback({ ...at, body: edit });
    const session = () =>
      database.db
        .selectFrom('playback_sessions')
        .select(['started_at', 'video_id', 'end_date'])
        .where('playback_id', '=', at.playbackId)
        .executeTakeFirstOrThrow();
    await until(async () => (await session()).started_at, 'the start to be announced');
    const { video_id, end_date } = await session();
    assert.equal(video_id, video.id);
    assert.equal(end_date?.getTime(), startDate.getTime() + video.duration * 1000);
    assert.ok((await filterVideosInUse(database.db, [video.id])).has(video.id));
  });
}
