import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { names } from '../recorder/folder/job.ts';
import { makeCapture } from '../recorder/testing/made-capture.ts';
import { pssOf } from './lib/processes.ts';
import { browserCost, missingForBrowser } from './lib/recording/browser.ts';
import { sentFps } from './lib/recording/clips.ts';
import {
  costOfTree,
  drawnFps,
  type LookedAt,
  lateOf,
  lookAt,
  RecordingStage,
  type Sent,
  Wardrobe,
} from './lib/recording/stage.ts';
import { type Goal, report } from './lib/report.ts';

/**
 * Measures what a recording costs, how many recordings this machine carries, how long finishing takes, and what the
 * same call costs with a browser and its screen. `npm run bench -- recording short` is a trial that is not kept.
 */
const isShort = process.argv.includes('short');
const settleSeconds = isShort ? 5 : 20;
const lookSeconds = isShort ? 10 : 30;
const most = isShort ? 2 : 8;
const minutes = isShort ? [1] : [5, 20, 60];
/** The last participant needs a moment until its video is smooth. */
const startsLate = 5;

const figures: Record<string, string | number> = {};
const goals: Goal[] = [];
const wardrobe = await Wardrobe.open();

function found(what: string, value: string | number): void {
  figures[what] = value;
  console.log(`${what}: ${value}`);
}

/** An unusable figure is not a number, so that it meets no goal. */
function refuse(what: string, error: unknown): void {
  found(what, `no figure: ${error instanceof Error ? error.message : error}`);
  goals.push({ what, measured: Number.NaN, bound: 0, unit: '' });
}

const inCores = ({ cores, memoryMb }: { cores: number; memoryMb: number }): string =>
  `${cores.toFixed(2)} cores, ${Math.round(memoryMb)} MB`;

const inWords = (cost: LookedAt): string =>
  `${inCores(cost)}, received in ${cost.sizes}, ${cost.late} of ${lookSeconds * drawnFps} pictures late, everybody new in at least ${Math.round(100 * cost.seen)} %`;

interface Measurement {
  what: string;
  people: number;
  sent: Sent;
}

interface Case extends Measurement {
  layout: 'grid' | 'speaker';
  bound?: { cores: number; memoryMb: number };
}

/** A failed measurement prints its error in its place, and the others continue. */
async function onStage(
  { what, people, sent }: Measurement,
  measure: (stage: RecordingStage) => Promise<void>,
): Promise<void> {
  try {
    const stage = await RecordingStage.open(wardrobe, people, sent);
    try {
      await measure(stage);
    } finally {
      await stage.close();
    }
  } catch (error) {
    refuse(what, error);
  }
}

const oneRecording = ({ layout, bound, ...measurement }: Case): Promise<void> =>
  onStage(measurement, async (stage) => {
    const { what } = measurement;
    const recorder = await stage.record({ layout });
    await pause(settleSeconds * 1000);
    const [cost, cameras] = await Promise.all([
      lookAt(recorder, stage, lookSeconds),
      costOfTree(stage.cameras.pid, lookSeconds),
    ]);
    found(what, `${inWords(cost)} (the people themselves: ${cameras.cores.toFixed(2)} cores)`);
    if (!bound) return;
    goals.push({ what, measured: cost.cores, bound: bound.cores, unit: 'cores' });
    goals.push({ what, measured: cost.memoryMb, bound: bound.memoryMb, unit: 'MB' });
  });

/** Adds recordings of one call until frames are late. */
async function carriedBy(stage: RecordingStage): Promise<number> {
  const recorders = [];
  for (let n = 1; n <= most; n++) {
    recorders.push(await stage.record());
    await pause(startsLate * 1000);
    const before = recorders.map(lateOf);
    await pause(lookSeconds * 1000);
    if (recorders.some((recorder, i) => lateOf(recorder) > (before[i] ?? 0))) return n - 1;
  }
  return most;
}

/** Time from the start of the finishing process to its result. */
async function readyAfter(length: number): Promise<{ seconds: number; peakMb: number; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    const capture = join(folder, names.capture);
    await makeCapture(capture, {
      width: 1280,
      height: 720,
      seconds: 10,
      times: length * 6,
      parts: [{ from: 0, to: 10, hz: 300 }],
      isLively: true,
    });
    const { size } = await stat(capture);
    const begin = performance.now();
    const script = join(import.meta.dirname, '../recorder/finish.ts');
    const child = spawn(process.execPath, [script, folder], { stdio: 'inherit' });
    let peakMb = 0;
    const timer = setInterval(() => {
      peakMb = Math.max(peakMb, pssOf(child.pid ?? 0));
    }, 100);
    await once(child, 'exit');
    clearInterval(timer);
    const seconds = (performance.now() - begin) / 1000;
    const result = JSON.parse(await readFile(join(folder, names.result), 'utf8'));
    if (!result.usable || Math.abs(result.duration - length * 60) > 2)
      throw new Error(JSON.stringify(result));
    return { seconds, peakMb, bytes: size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Records the same people with both methods, one after the other. */
async function compare(people: number): Promise<void> {
  const missing = missingForBrowser();
  const what = `${people} people by Chromium and ffmpeg`;
  if (missing.length > 0)
    return found(what, `not measured, for the machine has no ${missing.join(' and no ')}`);
  await onStage({ what, people, sent: 'layers' }, async (stage) => {
    const recorder = await stage.record();
    await pause(settleSeconds * 1000);
    const ours = await lookAt(recorder, stage, lookSeconds);
    found(`${people} people by ours, just before`, inWords(ours));
    await recorder.kill();
    const other = await browserCost(stage, lookSeconds);
    const { sizes, hasSound, encodedFps } = other;
    const sound = hasSound ? 'with sound' : 'without sound, since the machine has no PulseAudio';
    found(what, `${inCores(other)}, received in ${sizes}, ${encodedFps} pictures a second encoded, ${sound}`);
    goals.push({
      what: `${people} people: ours of the browser’s processor`,
      measured: ours.cores / other.cores,
      bound: 0.25,
      unit: '',
    });
  });
}

const layers = `720p in layers, ${sentFps} a second`;
const cases: Case[] = [
  { people: 2, sent: 'layers', layout: 'grid', what: `2 people, ${layers}` },
  {
    people: 4,
    sent: 'layers',
    layout: 'grid',
    what: `4 people, ${layers}`,
    bound: { cores: 0.6, memoryMb: 350 },
  },
  { people: 4, sent: 'layers', layout: 'speaker', what: `4 people, ${layers}, one of them large` },
  { people: 4, sent: 'whole', layout: 'grid', what: `4 people, 720p without layers, ${sentFps} a second` },
  { people: 9, sent: 'layers', layout: 'grid', what: `9 people, ${layers}` },
  {
    people: 16,
    sent: 'layers',
    layout: 'grid',
    what: `16 people, ${layers}`,
    bound: { cores: 1, memoryMb: 450 },
  },
];
/** `npm run bench -- recording only=4` runs the cases whose name contains this text; the result is not kept. */
const only = process.argv.find((word) => word.startsWith('only='))?.slice(5);
try {
  for (const one of cases) if (only === undefined || one.what.includes(only)) await oneRecording(one);
  if (only === undefined || only === 'browser') for (const people of [2, 4]) await compare(people);
  if (only === undefined) await theRest();
} finally {
  await wardrobe.close();
}
report({ name: 'recording', unit: 'cores', figures, goals, isKept: !isShort && only === undefined });

async function theRest(): Promise<void> {
  const what = 'recordings at once of 2 × 180p, none late';
  await onStage({ what, people: 2, sent: 'small' }, async (stage) => found(what, await carriedBy(stage)));
  for (const length of minutes) await ready(length);
}

async function ready(length: number): Promise<void> {
  const what = `ready after ${length} min of recording`;
  try {
    const { seconds, peakMb, bytes } = await readyAfter(length);
    found(
      what,
      `${seconds.toFixed(1)} s for ${Math.round(bytes / 2 ** 20)} MB, at most ${Math.round(peakMb)} MB of memory`,
    );
    goals.push({ what: `${length} min ready`, measured: seconds, bound: 5 + 0.6 * length, unit: 's' });
  } catch (error) {
    refuse(what, error);
  }
}
