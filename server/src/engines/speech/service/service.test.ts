import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { joinSounds, writeWav } from '../../../../../recorder/testing/wav.ts';
import { shorten } from '../../../../testing/timings.ts';
import { type ChunkSpeech, SpeechAway, SpeechRefused } from '../speech.ts';
import { FakeSpeechServer, type SpeechReply, verboseTranscript } from '../testing/speech-server.ts';
import { SpeechService, timings } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-service-'));
const chunk = join(folder, 'chunk.wav');
let server: FakeSpeechServer;
before(async () => {
  writeWav(chunk, joinSounds(12));
  server = await FakeSpeechServer.start();
});
afterEach(() => {
  server.requests.length = 0;
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const service = () => new SpeechService({ url: server.url, key: 'secret', model: 'whisper-1' });
const never = new AbortController().signal;

function ask(reply: SpeechReply, language?: string): Promise<ChunkSpeech> {
  server.reply = () => reply;
  return service().transcribe(chunk, { language, signal: never });
}

const said = 'Hello there, everybody.';
const segment = { start: 1, end: 3, text: ` ${said}` };

test('the request has the file, the model, the language and the wanted details', async () => {
  await ask({ body: verboseTranscript(said, 1, 3) }, 'ru');
  const [request] = server.requests;
  assert.equal(request?.authorization, 'Bearer secret');
  assert.deepEqual(request?.fields, [
    ['model', 'whisper-1'],
    ['language', 'ru'],
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
  ]);
  await ask({ body: verboseTranscript(said, 1, 3) });
  assert.ok(
    !server.requests[1]?.fields.some(([name]) => name === 'language'),
    'no language is detected by the service',
  );
});

test('words are at the top level, in the segments, or absent; numbers are strings, too', async () => {
  const words = [
    { word: 'Hello', start: 1, end: 1.4 },
    { word: ' there,', start: '1.4', end: '2.0' },
    { word: 'everybody.', start: 2, end: 3 },
  ];
  const shapes = [
    { language: 'english', text: said, segments: [segment], words },
    { language: 'en', text: said, segments: [{ ...segment, words }] },
    { language: 'en-US', text: said, segments: [{ start: '1.0', end: '3.0', text: said, words }] },
    { language: 'English', text: said, words },
  ];
  for (const body of shapes) {
    const speech = await ask({ body });
    assert.equal(speech.language, 'en');
    assert.deepEqual(
      speech.sentences.map(({ text, start, end }) => ({ text, start, end })),
      [{ text: said, start: 1, end: 3 }],
    );
    assert.deepEqual(speech.sentences[0]?.words[1], { word: 'there,', start: 1.4, end: 2 });
  }
  const plain = await ask({ body: { text: said } }, 'de');
  assert.deepEqual(plain, {
    language: 'de',
    sentences: [{ start: 0, end: 12, text: said, confidence: null, words: [] }],
  });
});

test('the confidence is the probability, and windows without speech and sounds are left out', async () => {
  const segments = [
    { ...segment, avg_logprob: -0.2, no_speech_prob: 0.01 },
    { start: 4, end: 5, text: ' Thank you.', avg_logprob: -1.5, no_speech_prob: 0.9 },
    { start: 5, end: 6, text: ' [Music]' },
    { start: 6, end: 7, text: ' (wind howling)' },
  ];
  const { sentences } = await ask({ body: { language: 'russian', segments } });
  assert.deepEqual(
    sentences.map(({ text, confidence }) => [text, confidence]),
    [[said, 0.819]],
  );
});

test('an overload and faults of the service are to be tried later', async () => {
  for (const status of [429, 500, 502, 503, 401, 403, 404, 408, 302]) {
    await assert.rejects(ask({ status, body: { error: { message: 'not now' } } }), (error) => {
      assert.ok(error instanceof SpeechAway, `${status}: ${String(error)}`);
      assert.match(error.message, new RegExp(`${status}: not now`));
      assert.equal(error.retryAfterMs, undefined);
      return true;
    });
  }
  await assert.rejects(ask({ status: 429, headers: { 'retry-after': '7' }, body: { detail: 'slow down' } }), {
    name: 'SpeechAway',
    retryAfterMs: 7000,
    message: /slow down/,
  });
});

test('a redirect is not followed, because it would get the key and the voice', async () => {
  const other = await FakeSpeechServer.start();
  const location = `${other.url.href}/audio/transcriptions`;
  await assert.rejects(ask({ status: 307, headers: { location } }), SpeechAway);
  assert.equal(other.requests.length, 0);
  await other.stop();
});

test('a chunk that the service refuses is never tried again', async () => {
  const cases = [
    [{ status: 400, body: { error: { message: 'could not decode' } } }, 'corrupted'],
    [{ status: 400, body: { message: 'Language xx is unknown' } }, 'language_unsupported'],
    [{ status: 413, text: '<html>too large</html>' }, 'too_long'],
    [{ status: 422, body: { detail: [{ loc: ['file'] }] } }, 'corrupted'],
  ] as const;
  for (const [reply, reason] of cases) {
    await assert.rejects(ask(reply), (error) => error instanceof SpeechRefused && error.reason === reason);
  }
  const large = join(folder, 'large.wav');
  writeWav(large, joinSounds(1));
  truncateSync(large, 26 * 1024 * 1024 + 1);
  await assert.rejects(service().transcribe(large, { language: 'en', signal: never }), {
    reason: 'too_long',
  });
  assert.equal(server.requests.length, cases.length);
});

test('false data, 50 MB and a broken connection are to be tried later', async () => {
  const replies: SpeechReply[] = [
    { text: 'it works!' },
    { text: '' },
    { body: [] },
    { body: { segments: 'none' } },
    { body: { segments: [{ start: 'soon', end: 1, text: 'x' }] } },
    { body: { segments: [{ start: 0, end: 1e9, text: 'x' }] } },
    { body: { words: [{ word: 5, start: 0, end: 1 }] } },
    { body: {} },
    { fault: 'flood' },
    { fault: 'break', body: verboseTranscript(said, 1, 3) },
    { status: 500, fault: 'flood' },
  ];
  for (const reply of replies) {
    await assert.rejects(
      ask(reply),
      (error) => error instanceof SpeechAway,
      JSON.stringify(reply).slice(0, 80),
    );
  }
});

test('a service that hangs is away', async (t) => {
  shorten(timings, { answerMs: 300 }, t);
  await assert.rejects(ask({ fault: 'hang' }), SpeechAway);
});

test('an abort ends the wait, and a service that is gone is away', async () => {
  const controller = new AbortController();
  server.reply = () => {
    controller.abort(new Error('stop'));
    return { fault: 'hang' };
  };
  await assert.rejects(service().transcribe(chunk, { language: 'en', signal: controller.signal }), /stop/);
  const gone = await FakeSpeechServer.start();
  const { url } = gone;
  await gone.stop();
  const away = new SpeechService({ url, key: undefined, model: 'base' });
  await assert.rejects(
    away.transcribe(chunk, { language: 'en', signal: never }),
    /does not answer \(ECONNREFUSED\)/,
  );
  assert.match((await away.probe(never)) ?? '', /does not answer \(ECONNREFUSED\); check LECTERN_SPEECH_URL/);
});

test('the probe names a refused key and a fault', async () => {
  for (const [models, expected] of [
    [{ status: 401 }, /refuses LECTERN_SPEECH_KEY \(status 401\)/],
    [{ status: 500 }, /has a fault \(status 500\)/],
  ] as const) {
    server.models = models;
    assert.match((await service().probe(never)) ?? '', expected);
  }
  server.models = { status: 404 };
  assert.equal(await service().probe(never), undefined);
});
