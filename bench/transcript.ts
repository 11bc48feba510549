import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { writeVoice } from '../recorder/testing/voices.ts';
import { joinSounds, samplesOfWav } from '../recorder/testing/wav.ts';
import { databaseOf } from '../server/testing/database.ts';
import { makeGroup } from '../server/testing/group.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { speechFiles } from '../server/testing/speech/weights.ts';
import { insertSpokenRecord } from '../server/testing/transcripts/spoken-record.ts';
import { filesIn } from '../server/testing/videos/preparing-node.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { framesPerSecond, Visitor } from './lib/crowd.ts';
import { report } from './lib/report.ts';
import { ProgramWatch } from './lib/transcript/programs.ts';

/**
 * Measures how soon the first part of a transcript is made, and whether a call of four loses frames while whisper
 * works beside it on the same machine.
 */
const [people, lookSeconds, rounds] = [4, 20, 3];
/** Enough speech for all rounds. */
const speechSeconds = 900;

const files = speechFiles();
if (!files) throw new Error('there is no whisper model: `npm test` gets one');
const root = mkdtempSync(join(tmpdir(), 'lectern-bench-transcript-'));
const lectern = await startLectern({ LECTERN_SPEECH_MODEL: files.model, LECTERN_LOG_LEVEL: 'warn' });
const database = await databaseOf(lectern);
const watch = new ProgramWatch(() => lectern.pid());
const visitors: Visitor[] = [];
const group = await makeGroup(lectern, { isPublic: true });

/** @returns the share of the sent frames that arrived */
async function look(): Promise<number> {
  const sum = () =>
    visitors.reduce((all, { frames }) => all + [...frames.values()].reduce((a, b) => a + b, 0), 0);
  const [before, begin] = [sum(), performance.now()];
  await pause(lookSeconds * 1000);
  const seconds = (performance.now() - begin) / 1000;
  return (sum() - before) / (people * (people - 1) * framesPerSecond * seconds);
}

const whisper = () => watch.running().find(({ program }) => program === 'transcribe.ts');

async function untilWhisperWorks(): Promise<void> {
  await waitUntil(() => whisper(), { timeout: 60_000, interval: 50, message: 'whisper to work' });
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const shown = (shares: number[]): string => shares.map((share) => `${(share * 100).toFixed(2)} %`).join(', ');

try {
  const speech = samplesOfWav(files.speech);
  const voice = join(root, 'voice.ogg');
  const repeated = new Array<Int16Array>(Math.ceil((speechSeconds * 16_000) / speech.length)).fill(speech);
  await writeVoice(voice, joinSounds(...repeated));
  const { spaceId, owner, room } = group;
  const transcribe = async () => {
    const place = { spaceId, roomId: room.id, filesFolder: filesIn(lectern.dataDir) };
    const voices = [{ name: 'Ann', file: voice, duration: speechSeconds }];
    const at = { ...group.at, recordId: await insertSpokenRecord(database.db, { ...place, voices }) };
    await owner.requestTranscription(at);
    return at;
  };

  const begin = performance.now();
  const alone = await transcribe();
  const hasPart = async () => ((await owner.getRecord(alone)).transcription.progress ?? 0) > 0;
  await waitUntil(hasPart, { timeout: 300_000, interval: 100, message: 'the first part' });
  const firstPart = (performance.now() - begin) / 1000;
  await owner.deleteTranscription(alone);
  await waitUntil(() => !whisper(), { timeout: 30_000, message: 'whisper to end' });

  while (visitors.length < people) {
    const place = { lectern, spaceId, roomId: room.id };
    const visitor = await Visitor.enter(place, `visitor-${visitors.length}`, { counts: true });
    visitors.push(visitor);
    await visitor.send();
  }
  await pause(5000);
  const without: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await look());
    const at = await transcribe();
    await untilWhisperWorks();
    beside.push(await look());
    if ((await owner.getRecord(at)).transcription.state !== 'running')
      throw new Error('the transcript is over');
    await owner.deleteTranscription(at);
    await waitUntil(() => !whisper(), { timeout: 30_000, message: 'whisper to end' });
  }
  report({
    name: 'transcript',
    unit: 's',
    figures: {
      'first part of a transcript (tiny.en)': firstPart,
      'frames of a call of four that arrived, alone': shown(without),
      'beside a transcript': shown(beside),
    },
    goals: [
      { what: 'first part after the recording is ready', measured: firstPart, bound: 60, unit: 's' },
      {
        what: 'frames lost because of a transcript',
        measured: Math.max(0, mean(without) - mean(beside)) * 100,
        bound: 1,
        unit: '%',
      },
    ],
  });
} finally {
  watch.end();
  await Promise.all(visitors.map((visitor) => visitor.leave()));
  await dispose();
  await database.close();
  await lectern.remove();
  rmSync(root, { recursive: true, force: true });
}
