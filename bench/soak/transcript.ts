import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../contract/routes.ts';
import { databaseOf } from '../../server/testing/database.ts';
import { createChance } from '../../server/testing/fuzzing/fuzz.ts';
import { makeGroup } from '../../server/testing/group.ts';
import { startLectern } from '../../server/testing/lectern.ts';
import { speechFiles } from '../../server/testing/speech/weights.ts';
import { insertSpokenRecord } from '../../server/testing/transcripts/spoken-record.ts';
import { filesIn } from '../../server/testing/videos/preparing-node.ts';
import { waitUntil } from '../../server/testing/wait.ts';
import { report } from '../lib/report.ts';
import { makeLongCall, wordsOfTurn } from '../lib/transcript/long-call.ts';
import { ProgramWatch } from '../lib/transcript/programs.ts';

/**
 * `npm run soak -- transcript [hours] [kills] [seed]`: a call of three hours is transcribed by a real server and
 * whisper, first undisturbed, then killed at random moments. The words are the same both times, no stored chunk is
 * processed again, and the memory is bounded.
 */
const [hours = 3, kills = 20, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(hours > 0 && kills >= 0 && Number.isInteger(seed))) {
  console.error('Usage: npm run soak -- transcript [hours] [kills] [seed]');
  process.exit(2);
}
const files = speechFiles();
if (!files) throw new Error('there is no whisper model: `npm test` gets one');
/** In MB, with tiny.en. */
const bounds = { server: 400, 'cut.ts': 250, 'transcribe.ts': 450 };
const chance = createChance(seed);
type Segment = Answer<'getTranscriptionJson'>['segments'][number];
const faults: string[] = [];

const root = mkdtempSync(join(tmpdir(), 'lectern-soak-transcript-'));
const lectern = await startLectern({ LECTERN_SPEECH_MODEL: files.model, LECTERN_LOG_LEVEL: 'warn' });
const watch = new ProgramWatch(() => lectern.pid());
const database = await databaseOf(lectern);
try {
  const call = await makeLongCall(root, files.speech, hours);
  const group = await makeGroup(lectern);
  const { spaceId, owner, room } = group;
  const { voices, seconds } = call;
  const place = { spaceId, roomId: room.id, filesFolder: filesIn(lectern.dataDir) };
  const recordId = await insertSpokenRecord(database.db, { ...place, voices, seconds });
  const at = { ...group.at, recordId };
  /** The chunks that are stored; undefined once the transcript is made of them. */
  const storedChunks = async () => {
    const { rows } = await database.pool.query<{ state: string; chunks: string[] }>(
      `SELECT state, ARRAY(
         SELECT voice || '/' || number FROM transcript_chunks c WHERE c.record_id = t.record_id
       ) AS chunks
       FROM transcripts t WHERE record_id = $1`,
      [recordId],
    );
    return rows.find(({ state }) => state === 'running' || state === 'waiting')?.chunks;
  };
  const stateOf = async () => (await owner.getRecord(at)).transcription.state;
  const isOver = async () => ['ready', 'failed'].includes(await stateOf());

  const segmentsMade = async () => {
    await waitUntil(isOver, { timeout: 3_600_000, interval: 1000, message: 'the transcript' });
    if ((await stateOf()) !== 'ready') throw new Error(`the transcript is ${await stateOf()}`);
    return (await owner.getTranscriptionJson(at)).segments;
  };
  const shownOf = ({ speaker, start, end, text }: Segment) => `${speaker} ${start} ${end} ${text}`;

  await owner.requestTranscription(at);
  const begunAt = performance.now();
  const hasChunk = async () => ((await storedChunks())?.length ?? 0) > 0 || (await isOver());
  await waitUntil(hasChunk, { timeout: 600_000, interval: 200, message: 'the first chunk' });
  const firstChunkTakes = performance.now() - begunAt;
  const undisturbed = (await segmentsMade()).map(shownOf);
  const begunUndisturbed = watch.begun.length;

  const began = performance.now();
  await owner.requestTranscription(at);
  const killed = { server: 0, 'transcribe.ts': 0, 'cut.ts': 0 };
  const lost: string[] = [];
  const again: string[] = [];
  let stored: string[] = [];
  let begunBefore = begunUndisturbed;
  const checkChunks = async () => {
    again.push(...watch.begun.slice(begunBefore).filter((chunk) => stored.includes(chunk)));
    begunBefore = watch.begun.length;
    const now = await storedChunks();
    if (!now) return;
    lost.push(...stored.filter((chunk) => !now.includes(chunk)));
    stored = now;
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    await waitUntil(async () => watch.running().length > 0 || (await isOver()), {
      // The pauses grow while no attempt stores a chunk.
      ...{ timeout: 600_000, interval: 50, message: 'the transcription to go on' },
    });
    // Each attempt cuts its voice first. About half of the kills come before its first chunk is stored.
    await pause(chance() * 2 * firstChunkTakes);
    if (await isOver()) {
      faults.push(`the transcript was ready after ${kill - 1} kills`);
      break;
    }
    const [victim] = chance() < 0.5 ? watch.running() : [];
    if (victim) {
      process.kill(victim.pid, 'SIGKILL');
      killed[victim.program] += 1;
    } else {
      await lectern.kill();
      killed.server += 1;
    }
    await checkChunks();
    if (!victim) await lectern.start();
  }
  const segments = await segmentsMade();
  await checkChunks();
  const minutes = (performance.now() - began) / 60_000;
  const afterKills = segments.map(shownOf);
  const differing = [
    ...undisturbed.filter((shown) => !afterKills.includes(shown)),
    ...afterKills.filter((shown) => !undisturbed.includes(shown)),
  ];
  for (const shown of differing.slice(0, 10)) console.log(`  differs: ${shown}`);
  const begun = watch.begun.slice(begunUndisturbed);

  const turns = voices.flatMap((voice) =>
    Array.from({ length: call.turns }, (_, turn) => ({ voice, from: call.startOf(voice, turn) })),
  );
  const heardIn = turns.map(({ voice, from }) => {
    const own = segments.filter(({ speaker }) => speaker === voice.name);
    const words = own.flatMap((segment) => segment.words);
    return words.filter(({ start }) => start >= from - 1 && start < from + 13).length;
  });
  const words = segments.reduce((sum, segment) => sum + segment.words.length, 0);
  const { rows: events } = await database.pool.query('SELECT FROM transcripts WHERE record_id = $1', [
    recordId,
  ]);
  for (const fault of faults) console.log(`  fault: ${fault}`);
  report({
    name: 'soak-transcript',
    unit: 'MB',
    figures: {
      hours: seconds / 3600,
      voices: voices.length,
      seed,
      'minutes of work': minutes,
      'seconds until the first chunk': firstChunkTakes / 1_000,
      'kills of the server': killed.server,
      'kills of whisper': killed['transcribe.ts'],
      'kills of the cutter': killed['cut.ts'],
      'chunks begun': begun.length,
      'chunks of the transcript': new Set(begun).size,
      'words of those spoken': `${words} of ${turns.length * wordsOfTurn}`,
    },
    goals: [
      { what: 'faults', measured: faults.length, bound: 0, unit: '' },
      { what: 'transcripts', measured: events.length, bound: 1, unit: '' },
      { what: 'stored chunks that were lost', measured: lost.length, bound: 0, unit: '' },
      { what: 'stored chunks that were processed again', measured: again.length, bound: 0, unit: '' },
      {
        what: 'chunks begun twice for each kill',
        measured: (begun.length - new Set(begun).size) / Math.max(1, kills),
        bound: 1,
        unit: '',
      },
      {
        what: 'turns with less than four fifths of their words',
        measured: heardIn.filter((count) => count < wordsOfTurn * 0.8).length / turns.length,
        bound: 0.01,
        unit: '',
      },
      {
        what: 'segments that are not those made without a kill',
        measured: differing.length + Math.abs(afterKills.length - undisturbed.length),
        bound: 0,
        unit: '',
      },
      ...(['server', 'cut.ts', 'transcribe.ts'] as const).map((program) => ({
        what: `peak memory of ${program}`,
        measured: watch.peaks[program],
        bound: bounds[program],
        unit: 'MB',
      })),
    ],
    isKept: hours >= 3 && kills >= 20,
  });
} catch (error) {
  // The data folder is removed below.
  console.log(lectern.output().slice(-4000));
  throw error;
} finally {
  watch.end();
  await database.close();
  await lectern.remove();
  rmSync(root, { recursive: true, force: true });
}
