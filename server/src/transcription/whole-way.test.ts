import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Publishers } from '../../../recorder/testing/publishers.ts';
import { joinSounds, samplesOfWav, writeWav } from '../../../recorder/testing/wav.ts';
import { type Entered, enterBy, isPresent, makeLink } from '../../testing/people/entering.ts';
import { RecordingServer } from '../../testing/records/recording-server.ts';
import { speechFiles, withoutWhisper } from '../../testing/speech/weights.ts';
import { waitUntil } from '../../testing/wait.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-whole-way-'));
const publishers = new Publishers();
let server: RecordingServer | undefined;
after(async () => {
  await publishers.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Three people of a call; `from` and `to` are seconds of the speech that they say after a pause. */
const people = [
  {
    username: 'Ms Petrova',
    externalUserId: 'teacher-1',
    pause: 0.5,
    from: 0,
    to: 11,
    says: 'fellow Americans',
  },
  {
    username: 'Ivan',
    externalUserId: 'learner-7',
    pause: 4,
    from: 3,
    to: 7.8,
    says: 'country can do for you',
  },
  { username: 'Ivan', externalUserId: 'learner-8', pause: 9, from: 8, to: 11, says: 'do for your country' },
];
type Speaker = (typeof people)[number];

function soundOf({ externalUserId, pause, from, to }: Speaker, speech: Int16Array): string {
  const path = join(folder, `${externalUserId}.wav`);
  writeWav(path, joinSounds(pause, speech.subarray(from * 16_000, to * 16_000), 1));
  return path;
}

async function connect({ group }: RecordingServer, entered: Entered) {
  const { signalingToken: token, url } = await entered.api.issueSignalingToken(entered.at);
  const person = await publishers.join({ url, token });
  await entered.api.joinRoom({ ...group.at, body: { participantId: entered.id } });
  await waitUntil(() => isPresent(group, entered.id), { timeout: 30_000, message: 'a speaker in the call' });
  return person;
}

const wordsOf = (text: string): string => (text.toLowerCase().match(/[a-z]+/g) ?? []).join(' ');

test('a recorded call of three people has its transcript, which an LMS reads over HTTP', async (t) => {
  const files = speechFiles();
  if (!files) return t.skip(withoutWhisper);
  server = await RecordingServer.start({ LECTERN_SPEECH_MODEL: files.model });
  const { group, owner, lectern } = server;
  const { spaceId, at } = group;
  await owner.updateWebhook({ spaceId, body: { events: ['transcription_ready', 'transcription_failed'] } });
  const speech = samplesOfWav(files.speech);
  const speakers = await Promise.all(
    people.map(async (speaker) => {
      const { username, externalUserId } = speaker;
      const entered = await enterBy(lectern, group, {
        url: await makeLink(group, { username, externalUserId }),
      });
      return { ...speaker, id: entered.id, person: await connect(server as RecordingServer, entered) };
    }),
  );
  await speakers[0]?.person.camera({ width: 320, height: 180, fps: 5, show: { colour: 'red' } });
  const { id: recordId } = await owner.startRecord({ ...at, body: { name: 'Inauguration' } });
  await server.awaitPicture(recordId);
  await Promise.all(speakers.map((speaker) => speaker.person.speak(soundOf(speaker, speech))));
  await owner.stopRecord(at);

  const event = (name: string) => () => server?.events(recordId).includes(name);
  await waitUntil(event('transcription_ready'), {
    timeout: 180_000,
    message: () => `the transcript; events: ${server?.events(recordId)}`,
  });
  const record = await owner.getRecord({ ...at, recordId });
  assert.equal(record.transcription.state, 'ready');

  const { transcription } = await owner.getTranscription({ ...at, recordId, query: { details: true } });
  const segments = JSON.parse(Buffer.from(transcription.segmentsBufferString, 'base64').toString());
  assert.equal(segments.length, transcription.segmentsCount);
  for (const { username, externalUserId, id, says } of speakers) {
    const own = segments.filter((segment: { participantId: string }) => segment.participantId === id);
    const said = wordsOf(own.map(({ text }: { text: string }) => text).join(' '));
    assert.ok(said.includes(wordsOf(says)), `${externalUserId} said: ${said}`);
    for (const segment of own) {
      assert.deepEqual([segment.speaker, segment.externalUserId], [username, externalUserId]);
      assert.ok(segment.start >= 0 && segment.end <= (record.duration ?? 0) + 0.5);
    }
  }
  const ids = new Set(speakers.map(({ id }) => id));
  assert.ok(segments.every(({ participantId }: { participantId: string }) => ids.has(participantId)));

  assert.equal(transcription.summaryKind, 'highlights');
  const all = segments.map(({ text }: { text: string }) => text);
  for (const { text } of transcription.lines ?? []) assert.ok(all.join(' ').includes(text), text);
  assert.ok(transcription.summary.length > 0);
  const captions = await owner.getTranscriptionVtt({ ...at, recordId });
  assert.match(captions, /^WEBVTT\n[\s\S]*<v Ms Petrova>/);
  const { items } = await owner.searchSpace({ spaceId, query: { text: 'americans' } });
  assert.deepEqual(items[0]?.recordId, recordId);
  assert.equal(items[0]?.speaker, 'Ms Petrova');
});
