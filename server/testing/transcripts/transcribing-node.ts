import { appendFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SpeechCheck } from '../../src/engines/speech/speech.ts';
import { FakeSpeechEngine, FakeVoiceCutter, spokenSentence } from '../../src/engines/speech/testing/fake.ts';
import { type Database, openDatabase } from '../../src/platform/db/db.ts';
import { startRepeating } from '../../src/platform/jobs/jobs.ts';
import { type TranscribeJobParts, transcribeJob } from '../../src/transcription/transcription.ts';
import { quietLog } from '../quiet-log.ts';
import { folderStoreIn } from '../videos/preparing-node.ts';
import { wideDisk } from '../wide-disk.ts';

/** Chunks of each voice. */
export const chunksOfVoice = 20;
/** The work on a chunk, so that a kill often hits it. */
const chunkMs = 15;

/** Transcribes as a server does. @returns a function that stops it */
export const startTranscribing = (
  parts: TranscribeJobParts & Pick<Database, 'pool'>,
): (() => Promise<void>) => startRepeating(parts, [{ name: 'transcribe', ...transcribeJob(parts) }]);

/** Transcribes a recording whose voices contain a word each; the log has a line when a chunk begins and ends. */
export function startTestNode(given: { url: string; dataDir: string; node: string; log: string }) {
  const { db, pool, close } = openDatabase({ connectionString: given.url }, quietLog);
  const [speech, cutter] = [new FakeSpeechEngine(), new FakeVoiceCutter()];
  cutter.script = () =>
    Array.from({ length: chunksOfVoice }, (_, index) => [{ at: 0, from: index * 3, duration: 2 }]);
  speech.script = async (path) => {
    const text = `${readFileSync(path, 'utf8')} ${basename(path, '.wav')}`;
    appendFileSync(given.log, `begin ${text}\n`);
    await pause(chunkMs);
    appendFileSync(given.log, `end ${text}\n`);
    return { language: 'en', sentences: [spokenSentence(text, 0, 2)] };
  };
  const stop = startTranscribing({
    ...{ db, pool, node: given.node, log: quietLog, places: 1, cutter },
    ...{ speech, speechCheck: new SpeechCheck(speech) },
    ...{ files: folderStoreIn(given.dataDir), folder: join(given.dataDir, 'transcribing'), space: wideDisk },
    ...{ hasLanguageModel: false, isOverloaded: async () => false },
  });
  return async () => {
    await stop();
    await close();
  };
}

// `node transcribing-node.ts <database> <data folder> <node> <log>` transcribes until it is killed, as a server does.
const [url, dataDir, node, log] = process.argv.slice(2);
if (import.meta.main && url && dataDir && node && log) startTestNode({ url, dataDir, node, log });
