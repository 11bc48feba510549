import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { enterChat, messagesOf } from '../../../testing/people/chat.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { addPlayback, enterPlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { renditionUrl } from '../../../testing/webinars/playlists.ts';
import { TestViewer } from '../../../testing/webinars/test-viewer.ts';
import { insertTestVideo } from '../../../testing/webinars/watchable.ts';
import { insertRecordOf } from '../timeline/testing/recorded.ts';
import { mergeStretches } from './testing/stretches.ts';

// A process of its own, because it is killed.
let lectern: LecternProcess;
let receiver: Receiver;
let database: Database;
before(async () => {
  lectern = await startLectern({
    LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0',
    LECTERN_WEBHOOK_RETRY_SECONDS: '1,1',
  });
  receiver = await startReceiver();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 60_000, message });
const videoSeconds = 16;
const originalSeconds = [...Array(10).keys()].map((second) => 1.5 * second + 0.5);
const itemSeconds = [...Array(7).keys()].map((second) => 2 * second + 1);

/** A webinar that plays the recording of a call with its chat, and has a timeline. */
async function prepare(): Promise<TestPlayback> {
  const { db } = database;
  const group = await makeGroup(lectern);
  const webinar = await addPlayback(group);
  const speaker = await enterChat(lectern, group, { username: 'Original' });
  const startedAt = new Date(Date.now() - 86_400_000);
  for (const second of originalSeconds) {
    const body = { channelId: group.room.channelId, text: `original at ${second}` };
    const { id } = await speaker.api.sendMessage({ body });
    const created_at = new Date(startedAt.getTime() + second * 1000);
    await db.updateTable('chat_messages').set({ created_at }).where('id', '=', id).execute();
  }
  const record_id = await insertRecordOf(db, group, { startedAt, seconds: videoSeconds });
  const { id: video_id } = await insertTestVideo(db, group.spaceId, videoSeconds);
  await db.updateTable('videos').set({ record_id }).where('id', '=', video_id).execute();
  await db
    .updateTable('playbacks')
    .set({ record_id, video_id, readiness: 'ready' })
    .where('room_id', '=', webinar.playback.id)
    .execute();
  const items: Body<'updateTimeline'>['items'] = [
    { type: 'offer', at: 1, title: 'Course', buttonText: 'Buy', url: 'https://lms.example.org/course' },
    { type: 'poll', at: 1, question: 'Clear?', options: [{ option: 'yes' }, { option: 'no' }] },
    ...itemSeconds.map((at) => ({ type: 'message', at, author: 'Mo', text: `item at ${at}` }) as const),
  ];
  await webinar.owner.updateTimeline({ ...webinar.at, body: { items } });
  const events: ('session_started' | 'session_finished')[] = ['session_started', 'session_finished'];
  await webinar.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url, events } });
  return webinar;
}

/** Sends numbered messages until it is stopped, each again with its key while no response comes. */
function keepTalking(api: Client, channelId: string) {
  let isOver = false;
  const sent: string[] = [];
  const send = (text: string) =>
    api.sendMessage(
      { body: { channelId, text } },
      { idempotencyKey: `the-key-of-${text.replace(' ', '-')}` },
    );
  const talk = async () => {
    while (!isOver) {
      const text = `live ${sent.length + 1}`;
      await waitUntil(() => send(text), {
        timeout: 60_000,
        message: `${text} to be accepted`,
        interval: 300,
      });
      sent.push(text);
      const next = performance.now() + 300;
      await until(() => isOver || performance.now() > next, 'the time of the next message');
    }
    return sent;
  };
  const talking = talk();
  return () => {
    isOver = true;
    return talking;
  };
}

/** The seconds of the video that the viewing is known to have shown. */
async function watchedSeconds(viewingId: string): Promise<number> {
  const rows = await database.db
    .selectFrom('watch_intervals')
    .select(['position_from as from', 'position_to as to'])
    .where('viewing_id', '=', viewingId)
    .execute();
  return mergeStretches(rows).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The seconds between reports that follow each other closely enough to be one part. */
const reportedSeconds = ({ accepted }: TestViewer): number =>
  accepted.reduce((sum, { at }, index) => {
    const elapsed = (at - (accepted[index - 1]?.at ?? at)) / 1000;
    return elapsed < 19 ? sum + elapsed : sum;
  }, 0);

async function allMessages(api: Client, channelId: string) {
  const all = await messagesOf(api, channelId);
  while (all.length > 0) {
    const page = await api.listMessages({ channelId, query: { before: String(all[0]?.id), limit: 200 } });
    if (page.length === 0) return all;
    all.unshift(...(page as typeof all));
  }
  return all;
}

test('a session whose server is killed while it runs and at its end is one session with everything in it', {
  timeout: 300_000,
}, async (t) => {
  const webinar = await prepare();
  const { owner, spaceId, at, playback } = webinar;
  const [ann, bob] = [
    await enterPlayback(lectern, webinar),
    await enterPlayback(lectern, webinar, { username: 'Bob' }),
  ];
  const body = { playbackId: playback.id, startDate: new Date(Date.now() + 200).toISOString() };
  await owner.createPlaybackEvent({ spaceId, body });
  await until(async () => (await ann.api.getProgram(at)).running, 'the session to begin');
  const viewers = [
    await TestViewer.open(ann.api, { at, everyMs: 500 }),
    await TestViewer.open(bob.api, { at, everyMs: 500 }),
  ];
  const [first] = viewers;
  assert.ok(first);
  const { session, chatChannelId: channelId, playlistUrl } = first.opened;
  const ear = await SocketListener.of(lectern, bob.api, channelId);
  await ann.api.joinChannel({ body: { id: channelId } });
  const stopTalking = keepTalking(ann.api, channelId);
  t.after(async () => {
    ear.close();
    await stopTalking().catch(() => undefined);
    for (const viewer of viewers) await viewer.stop();
  });

  const itemOf = (type: string) => first.last?.items.find((item) => item.type === type);
  const { pollId = '' } = await until(() => itemOf('poll'), 'the poll');
  const { id: itemId } = await until(() => itemOf('offer'), 'the offer');
  const poll = await bob.api.getPoll({ pollId });
  await bob.api.votePoll({ body: { ids: [String(poll.options[0]?.id)] } });
  await bob.api.clickOffer({ ...at, viewingId: viewers[1]?.opened.viewingId ?? '', itemId });
  await until(() => viewers.every(({ last }) => last?.viewers === 2), 'both viewers to be counted');

  for (const second of [4, videoSeconds - 1]) {
    await until(() => first.position >= second, `second ${second}`);
    await lectern.kill();
    const killedAt = performance.now();
    await lectern.start();
    const readyAt = performance.now();
    const before = viewers.map(({ accepted }) => accepted.length);
    await until(
      () => viewers.every(({ accepted }, index) => accepted.length > (before[index] ?? 0)),
      'reports to be accepted again',
    );
    const isOver = first.last?.state === 'finished';
    const playlist = renditionUrl(playlistUrl);
    await until(async () => (await fetch(playlist)).status === (isOver ? 409 : 200), 'the old playlist');
    const [away, again] = [readyAt - killedAt, performance.now() - readyAt].map(Math.round);
    t.diagnostic(`killed at ${second} s: ready after ${away} ms, watched again ${again} ms later`);
    if (isOver) continue;
    const program = await ann.api.getProgram(at);
    assert.equal(program.running?.id, session.id);
    await until(() => viewers.every(({ last }) => last?.viewers === 2), 'both viewers to be counted again');
    assert.deepEqual([itemOf('poll')?.pollId, itemOf('offer')?.id], [pollId, itemId]);
  }

  await until(() => viewers.every(({ last }) => last?.state === 'finished'), 'the end of the session');
  const sent = await stopTalking();
  for (const viewer of viewers) await viewer.stop();
  const names = () => receiver.received.map(({ body: text }) => JSON.parse(text).body.eventName as string);
  await until(() => names().includes('session_finished'), 'the webhook about the end');
  const byId = new Map(
    receiver.received.map(({ headers, body: text }) => [headers['webhook-id'], JSON.parse(text).body]),
  );
  assert.deepEqual(
    [...byId.values()].map((event) => [event.eventName, event.sessionId]),
    [
      ['session_started', session.id],
      ['session_finished', session.id],
    ],
  );

  const expected = {
    original: originalSeconds.map((second) => `original at ${second}`),
    item: itemSeconds.map((second) => `item at ${second}`),
    live: sent,
  };
  const texts = async () => (await allMessages(bob.api, channelId)).map(({ text }) => text);
  const isWhole = async () => (await texts()).length >= Object.values(expected).flat().length;
  await until(isWhole, 'all messages');
  for (const [kind, all] of Object.entries(expected)) {
    assert.deepEqual(
      (await texts()).filter((text) => text.startsWith(kind)),
      all,
    );
  }
  t.diagnostic(`${sent.length} live messages`);
  const heard = () => ear.events('message').map(({ payload }) => Object(payload.message).text as string);
  const all = await texts();
  await until(() => heard().at(-1) === all.at(-1), 'the socket to have all messages');
  assert.deepEqual(heard(), all.slice(all.indexOf(heard()[0] ?? '')));
  assert.equal((await bob.api.getPoll({ pollId })).votes, 1);
  const [listed] = (await owner.getPlaybackEventSessions(at)).items;
  assert.deepEqual([listed?.id, listed?.uniqueParticipantsCount], [session.id, 2]);

  for (const viewer of viewers) {
    assert.deepEqual(
      viewer.refusals.filter((code) => code !== 'starting'),
      [],
    );
    const watched = await watchedSeconds(viewer.opened.viewingId);
    const reported = Math.min(reportedSeconds(viewer), videoSeconds - viewer.opened.position);
    t.diagnostic(`watched ${watched.toFixed(1)} s of ${reported.toFixed(1)} s reported`);
    assert.ok(watched > reported - 8 && watched <= reported + 1, `${watched} of ${reported}`);
  }
});
