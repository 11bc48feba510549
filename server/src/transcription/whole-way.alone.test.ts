import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Publishers } from '../../../recorder/testing/publishers.ts';
import { joinSounds, samplesOfWav, writeWav } from '../../../recorder/testing/wav.ts';
import { type Entered, enterBy, isPresent, makeLink } from '../../testing/people/entering.ts';
import { runningWith, signalAll } from '../../testing/processes/processes.ts';
import { RecordingServer } from '../../testing/records/recording-server.ts';
import { speechFiles, withoutWhisper } from '../../testing/speech/weights.ts';
import { waitUntil } from '../../testing/wait.ts';

// Alone: on a machine that is too busy the recorder loses sound, and whisper hears other words.
const folder = mkdtempSync(join(tmpdir(), 'lectern-whole-way-'));
const publishers = new Publishers();
const files = speechFiles();
let server: RecordingServer;
before(async () => {
  if (!files) return;
  server = await RecordingServer.start({ LECTERN_SPEECH_MODEL: files.model });
  const { owner, spaceId } = server.group;
  await owner.updateWebhook({ spaceId, body: { events: ['transcription_ready', 'transcription_failed'] } });
});
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
    says: 'your country can do',
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

function soundOf({ externalUserId, pause, from, to }: Speaker, speech: Int16Array, silence = 1): string {
  const path = join(folder, `${externalUserId}-${from}.wav`);
  writeWav(path, joinSounds(pause, speech.subarray(from * 16_000, to * 16_000), silence));
  return path;
}

async function connect(entered: Entered) {
  const { group } = server;
  const { signalingToken: token, url } = await entered.api.issueSignalingToken(entered.at);
  const person = await publishers.join({ url, token });
  await entered.api.joinRoom({ ...group.at, body: { participantId: entered.id } });
  await waitUntil(() => isPresent(group, entered.id), { timeout: 30_000, message: 'a speaker in the call' });
  return person;
}

async function enter({ username, externalUserId }: Pick<Speaker, 'username' | 'externalUserId'>) {
  const { lectern, group } = server;
  const entered = await enterBy(lectern, group, {
    url: await makeLink(group, { username, externalUserId }),
  });
  return { id: entered.id, person: await connect(entered) };
}

const untilTranscribed = (recordId: string) =>
  waitUntil(() => server.events(recordId).includes('transcription_ready'), {
    timeout: 180_000,
    message: () => `the transcript; events: ${server.events(recordId)}`,
  });

const wordsOf = (text: string): string => (text.toLowerCase().match(/[a-z]+/g) ?? []).join(' ');

test('a recorded call of three people has its transcript, which an LMS reads over HTTP', async (t) => {
  if (!files) return t.skip(withoutWhisper);
  const { group, owner } = server;
  const { spaceId, at } = group;
  const speech = samplesOfWav(files.speech);
  const speakers = await Promise.all(
    people.map(async (speaker) => ({ ...speaker, ...(await enter(speaker)) })),
  );
  await speakers[0]?.person.camera({ width: 320, height: 180, fps: 5, show: { colour: 'red' } });
  const { id: recordId } = await owner.startRecord({ ...at, body: { name: 'Inauguration' } });
  await server.awaitPicture(recordId);
  await Promise.all(speakers.map((speaker) => speaker.person.speak(soundOf(speaker, speech))));
  await owner.stopRecord(at);

  await untilTranscribed(recordId);
  const record = await owner.getRecord({ ...at, recordId });
  assert.equal(record.transcription.state, 'ready');

  const { transcription } = await owner.getTranscription({ ...at, recordId, query: { details: true } });
  const segments = JSON.parse(Buffer.from(transcription.segmentsBufferString, 'base64').toString());
  assert.equal(segments.length, transcription.segmentsCount);
  const texts: string[] = [];
  for (const { username, externalUserId, id, says } of speakers) {
    const own = segments.filter((segment: { participantId: string }) => segment.participantId === id);
    const text = own.map(({ text }: { text: string }) => text).join(' ');
    texts.push(text);
    const said = wordsOf(text);
    assert.ok(said.includes(wordsOf(says)), `${externalUserId} said: ${said}`);
    for (const segment of own) {
      assert.deepEqual([segment.speaker, segment.externalUserId], [username, externalUserId]);
      assert.ok(segment.start >= 0 && segment.end <= (record.duration ?? 0));
    }
  }
  const ids = new Set(speakers.map(({ id }) => id));
  assert.ok(segments.every(({ participantId }: { participantId: string }) => ids.has(participantId)));

  assert.equal(transcription.summaryKind, 'highlights');
  // Whisper may cut a sentence while another person speaks, so a highlight is sought in one person's words.
  for (const { text } of transcription.lines ?? []) {
    assert.ok(
      texts.some((own) => own.includes(text)),
      `${text} is not among: ${texts.join(' | ')}`,
    );
  }
  assert.ok(transcription.summary.length > 0, `no highlights of: ${texts.join(' | ')}`);
  const captions = await owner.getTranscriptionVtt({ ...at, recordId });
  assert.match(captions, /^WEBVTT\n[\s\S]*<v Ms Petrova>/);
  const { items } = await owner.searchSpace({ spaceId, query: { text: 'asks countries' } });
  assert.ok(items.some((item) => item.recordId === recordId && item.speaker === 'Ms Petrova'));
});

test('a recording whose recorder is killed, then the server amid whisper, has its transcript', async (t) => {
  if (!files) return t.skip(withoutWhisper);
  const { group, owner, lectern } = server;
  const speaker = { username: 'Eve', externalUserId: 'learner-9', pause: 0.5, from: 3, to: 7.8, says: '' };
  const { id, person } = await enter(speaker);
  const { id: recordId } = await owner.startRecord({ ...group.at, body: { name: 'Cut short' } });
  await server.awaitPicture(recordId);
  // The end of a voice is still in memory when its recorder is killed.
  await person.speak(soundOf(speaker, samplesOfWav(files.speech), 4));
  signalAll(server.recorders(recordId), 'SIGKILL');
  const whisper = () =>
    runningWith(join(lectern.dataDir, 'transcribing')).filter(({ command }) =>
      /transcribe\.ts/.test(command),
    );
  await waitUntil(() => whisper().length > 0, { timeout: 120_000, interval: 20, message: 'whisper to work' });
  await lectern.kill();
  await waitUntil(() => whisper().length === 0, { timeout: 30_000, message: 'whisper to end' });
  await server.restart();
  await untilTranscribed(recordId);
  const at = { ...group.at, recordId };
  const { isPartial, duration } = await owner.getRecord(at);
  assert.equal(isPartial, true);
  const { segments } = await owner.getTranscriptionJson(at);
  assert.match(wordsOf(segments.map(({ text }) => text).join(' ')), /your country can/);
  for (const { participantId, end } of segments) {
    assert.deepEqual([participantId, end <= (duration ?? 0)], [id, true]);
  }
  assert.equal(server.events(recordId).filter((name) => name === 'transcription_ready').length, 1);
});
