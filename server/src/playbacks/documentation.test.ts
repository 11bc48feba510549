import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { openLink } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { messagesOf } from '../../testing/people/chat.ts';
import { newBrowser } from '../../testing/people/entering.ts';
import { encodeVideo } from '../../testing/records/video.ts';
import { waitUntil } from '../../testing/wait.ts';

const root = resolve(import.meta.dirname, '../../..');
const video = join(root, 'webinar.mp4');
const videoSeconds = 8;
const guide = openGuide('docs/integrators/webinars.md');

let lectern: InProcess;
let shell: Shell;
before(async () => {
  lectern = await startInProcess({ LECTERN_MIN_FREE_DISK: '1MB' });
  shell = shellOf(lectern);
});
after(async () => {
  rmSync(video, { force: true });
  await shell?.end('kill $receiver 2>/dev/null');
  await lectern?.remove();
});

type Webinar = { spaceId: string; playbackId: string };

/** Enters by a link and waits for the session as a page does. */
async function enter({ spaceId, playbackId }: Webinar, url: string) {
  const browser = newBrowser();
  const link = await openLink(lectern, url, browser);
  const body = { roomId: playbackId, clientUniqueId: browser };
  const { access_token } = await link.createParticipant({ spaceId, body });
  return lectern.client(access_token);
}

/** Watches the session to its end: opens the offer, answers the poll with the given option, and writes a message. */
async function watch(at: Webinar, api: Awaited<ReturnType<typeof enter>>, answer: number) {
  const isRunning = async () => (await api.getProgram(at)).running !== null;
  await waitUntil(isRunning, { timeout: 30_000, message: 'the session to begin' });
  const { viewingId, chatChannelId, session } = await api.openViewing({ ...at, body: {} });
  await api.joinChannel({ body: { id: chatChannelId } });
  await api.sendMessage({ body: { channelId: chatChannelId, text: `option ${answer}` } });
  const done = new Set<string>();
  const isOver = async () => {
    const position = Math.max(0, (Date.now() - Date.parse(session.startDate)) / 1000);
    const body = { position, isPlaying: true, isTabVisible: true };
    const { state, items } = await api.reportViewing({ ...at, viewingId, body });
    for (const { id, type, pollId = '' } of items.filter(
      (item) => item.at <= position && !done.has(item.id),
    )) {
      done.add(id);
      if (type === 'offer') await api.clickOffer({ ...at, viewingId, itemId: id });
      if (type !== 'poll') continue;
      const { options } = await api.getPoll({ pollId });
      await api.votePoll({ body: { ids: [options[answer]?.id ?? ''] } });
    }
    return state === 'finished';
  };
  await waitUntil(isOver, { timeout: 60_000, interval: 500, message: 'the session to end' });
  const heard = async () => (await messagesOf(api, chatChannelId)).map(({ text }) => text).sort();
  const isComplete = async () => (await heard()).length === 4 && heard();
  return {
    done: done.size,
    // On a busy machine the session may be over before the shell has sent its message.
    heard: await waitUntil(isComplete, { timeout: 30_000, message: 'four messages' }),
  };
}

test('every block of the guide to webinars works when it is pasted, from the video to who watched it', async () => {
  await encodeVideo(video, { seconds: videoSeconds });
  await guide.adaptTo(lectern);
  assert.match(guide.next(), /npm start$/m);
  await shell.paste(guide.next());
  await shell.paste(guide.next());
  assert.match(await shell.paste(guide.next()), /^preparing$/m);
  const playback = JSON.parse(await shell.paste(guide.next()));
  assertLike(playback, JSON.parse(guide.next('json')), 'the webinar');
  assert.deepEqual([playback.readinessStatus, playback.duration], ['ready', videoSeconds]);
  assert.match(await shell.paste(guide.next()), /^3$/m);
  await shell.paste(guide.next());
  const links = (await shell.paste(guide.next())).match(/^http\S+$/gm) ?? [];
  assert.equal(links.length, 2, shell.output);

  const at = { spaceId: playback.spaceId, playbackId: playback.id };
  const people = await Promise.all(links.map((url) => enter(at, url)));
  const watched = Promise.all(people.map((api, index) => watch(at, api, index)));
  const event = JSON.parse(await shell.paste(guide.next().replace('60_000', '3_000')));
  assert.deepEqual([event.frequency, event.nextStartDate], ['oneTime', event.startDate]);
  assert.match(await shell.paste(guide.next()), /^recurring$/m);
  const chat = (await shell.paste(guide.next())).trim().split('\n');
  assert.deepEqual(chat.slice(-2), ['moderator', 'I am here to answer.']);
  for (const { done, heard } of await watched) {
    assert.equal(done, 2);
    const welcome = 'Welcome! Ask your questions here.';
    assert.deepEqual(heard, ['I am here to answer.', welcome, 'option 0', 'option 1'].sort());
  }
  for (const name of ['session_started', 'session_finished']) {
    await waitUntil(() => shell.output.includes(`${name} in room ${playback.id}`), {
      timeout: 30_000,
      message: () => `${name}; the shell shows:\n${shell.output}`,
    });
  }
  assert.match(await shell.paste(guide.next()), /^2 watched$/m);
  const [first = '', second = '', offer] = (await shell.paste(guide.next())).trim().split('\n');
  for (const [index, row] of [first, second].sort().entries()) {
    const [, id, seen] = /^(learner-\d): (\d+) s, 1 offers, 1 answers$/.exec(row) ?? assert.fail(row);
    assert.equal(id, `learner-${7 + index}`);
    assert.ok(Number(seen) >= 3 && Number(seen) <= videoSeconds, row);
  }
  assert.equal(offer, 'The full course: 2 of 2');
  await shell.paste(guide.next());
  guide.assertUsed();
  assert.doesNotMatch(shell.output, /wrong signature|command not found|Error|"message":"[^"]+","code"/);
});
