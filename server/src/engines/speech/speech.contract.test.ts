import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { joinSounds, samplesOfWav, writeWav } from '../../../../recorder/testing/wav.ts';
import { whiteNoise } from '../../../testing/speech/sounds.ts';
import { speechFiles, spokenInSpeech, withoutWhisper } from '../../../testing/speech/weights.ts';
import { SpeechService } from './service/service.ts';
import type { SpeechEngine } from './speech.ts';
import { FakeSpeechEngine, spokenSentence } from './testing/fake.ts';
import { FakeSpeechServer, verboseTranscript } from './testing/speech-server.ts';
import { WhisperEngine } from './whisper/whisper.ts';

const programs = resolve(import.meta.dirname, '../../../../recorder');

/** Sounds for every engine. Fakes know the speech by the length of its file. */
interface Sounds {
  speech: string;
  silence: string;
}

interface Stage {
  engine: SpeechEngine;
  remove?: () => Promise<void>;
}

const text =
  'And so my fellow Americans ask not what your country can do for you ask what you can do for your country.';

function fakeStage({ speech }: Sounds): Stage {
  const engine = new FakeSpeechEngine();
  engine.script = (path, { language }) => ({
    language: language ?? 'en',
    sentences: path === speech ? [spokenSentence(text, 0.3, 10.4)] : [],
  });
  return { engine };
}

async function serviceStage(): Promise<Stage> {
  const server = await FakeSpeechServer.start();
  server.reply = ({ bytes }) => ({
    body: bytes > 300_000 ? verboseTranscript(text, 0.3, 10.4) : { text: '', segments: [] },
  });
  return {
    engine: new SpeechService({ url: server.url, key: 'key', model: 'whisper-1' }),
    remove: () => server.stop(),
  };
}

/** The guarantees of every engine, by test name. */
const cases: Record<string, (engine: SpeechEngine, sounds: Sounds) => Promise<void>> = {
  'it has a name and says that nothing is missing': async (engine) => {
    assert.ok(engine.name.length > 0);
    assert.ok(engine.chunkSeconds >= 30);
    assert.equal(await engine.probe(new AbortController().signal), undefined);
  },

  'speech becomes sentences with their words, in the order of time, within the chunk': async (
    engine,
    { speech },
  ) => {
    const heard = await engine.transcribe(speech, { language: 'en', signal: new AbortController().signal });
    assert.equal(heard.language, 'en');
    const spoken = heard.sentences.map((sentence) => sentence.text).join(' ');
    assert.deepEqual(
      spoken.toLowerCase().match(/[a-z]+/g),
      spokenInSpeech.map(([word]) => word),
    );
    let last = 0;
    for (const sentence of heard.sentences) {
      assert.ok(sentence.start >= last && sentence.end > sentence.start && sentence.end <= 11.1);
      last = sentence.start;
      for (const word of sentence.words) {
        assert.ok(word.start >= sentence.start - 0.001 && word.end <= sentence.end + 0.001);
        assert.ok(word.end >= word.start);
      }
    }
  },

  'silence has no sentences': async (engine, { silence }) => {
    const heard = await engine.transcribe(silence, { language: 'en', signal: new AbortController().signal });
    assert.deepEqual(heard.sentences, []);
  },

  'an abort ends the work with its reason': async (engine, { speech }) => {
    const reason = new Error('the server stops');
    const aborted = AbortSignal.abort(reason);
    await assert.rejects(engine.transcribe(speech, { language: 'en', signal: aborted }), reason);
  },
};

const folder = mkdtempSync(join(tmpdir(), 'lectern-speech-'));
const sounds: Sounds = { speech: join(folder, 'speech.wav'), silence: join(folder, 'silence.wav') };
const files = speechFiles();

before(() => {
  const speech = files ? samplesOfWav(files.speech) : whiteNoise(11, 0.1);
  writeWav(sounds.speech, speech);
  writeWav(sounds.silence, joinSounds(5));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const stages: Record<string, () => Stage | Promise<Stage>> = {
  'the fake engine': () => fakeStage(sounds),
  'a service': serviceStage,
};

for (const [name, open] of Object.entries(stages)) {
  suite(name, () => {
    let stage: Stage;
    before(async () => {
      stage = await open();
    });
    after(() => stage?.remove?.());
    for (const [title, check] of Object.entries(cases)) test(title, () => check(stage.engine, sounds));
  });
}

suite('whisper', () => {
  for (const [title, check] of Object.entries(cases)) {
    test(title, (t) => {
      if (!files) return t.skip(withoutWhisper);
      const engine = new WhisperEngine({ model: 'tiny.en', path: files.model, programs });
      return check(engine, sounds);
    });
  }
});
