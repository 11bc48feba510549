import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../../recorder/folder/job.ts';
import { type Seen, seenName } from '../../../recorder/testing/faulty-recorder.ts';
import { RunningRecorder } from '../../../recorder/testing/running-recorder.ts';
import { type OwnCall, startOwnCall } from '../../../server/testing/engines/own-call.ts';
import { cpuSecondsOf, pssOf, treeOf } from '../processes.ts';
import { Cameras } from './cameras.ts';
import { type ClipLayer, Clips, layersOfCamera } from './clips.ts';

/** Frames a second of a recording. */
export const drawnFps = 25;
/** Smallest share of everybody's pictures that must have been recorded: below it the load would differ. */
export const leastSeen = 0.9;
/** Number of different clips; further participants repeat them. */
const looks = 4;

/** Processor and memory of a group of processes over a time. */
export interface Cost {
  cores: number;
  /** Largest sample. */
  memoryMb: number;
}

export async function costOf(pids: () => number[], seconds: number): Promise<Cost> {
  const used = (all: number[]) => new Map(all.map((pid) => [pid, cpuSecondsOf(pid)]));
  const before = used(pids());
  const begin = performance.now();
  let memoryMb = 0;
  while (performance.now() - begin < seconds * 1000) {
    await pause(500);
    memoryMb = Math.max(
      memoryMb,
      pids().reduce((sum, pid) => sum + pssOf(pid), 0),
    );
  }
  const passed = (performance.now() - begin) / 1000;
  const spent = [...used(pids())].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
  return { cores: spent / passed, memoryMb };
}

export const costOfTree = (pid: number, seconds: number): Promise<Cost> => costOf(() => treeOf(pid), seconds);

/** Layers that cameras send: all layers of 720p as browsers do, only 720p, or only the smallest. */
export type Sent = 'layers' | 'whole' | 'small';

const layersOf = {
  layers: layersOfCamera,
  whole: layersOfCamera.slice(2),
  small: layersOfCamera.slice(0, 1),
} as const;

/** The media of all participants, encoded once. */
export class Wardrobe {
  readonly #clips: Clips;
  readonly #made = new Map<string, Promise<unknown>>();

  private constructor(clips: Clips) {
    this.#clips = clips;
  }

  static async open(): Promise<Wardrobe> {
    return new Wardrobe(await Clips.create());
  }

  layers(n: number, sent: Sent): Promise<ClipLayer[]> {
    const look = n % looks;
    return Promise.all(
      layersOf[sent].map((size) => this.#once(`${look} ${size.height}`, () => this.#clips.video(look, size))),
    );
  }

  /** Two participants speak, as in a call; the microphones of the others are on, too. */
  sound(n: number): Promise<string> {
    const number = Math.min(n, 2);
    const heard = n < 2 ? { hz: 300 + 100 * n } : ({ silence: true } as const);
    return this.#once(`sound ${number}`, () => this.#clips.sound(number, heard));
  }

  close(): Promise<void> {
    return this.#clips.remove();
  }

  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(key) ?? make();
    this.#made.set(key, known);
    return known as Promise<T>;
  }
}

/** A call with participants in a process of their own, and recorders that join it. */
export class RecordingStage {
  readonly call: OwnCall;
  readonly cameras: Cameras;
  readonly people: number;
  readonly #recorders: RunningRecorder[] = [];

  private constructor(call: OwnCall, { cameras, people }: { cameras: Cameras; people: number }) {
    this.call = call;
    this.cameras = cameras;
    this.people = people;
  }

  static async open(wardrobe: Wardrobe, people: number, sent: Sent): Promise<RecordingStage> {
    const numbers = Array.from({ length: people }, (_, n) => n);
    const clothes = [];
    for (const n of numbers)
      clothes.push({ layers: await wardrobe.layers(n, sent), sound: await wardrobe.sound(n) });
    const cameras = new Cameras();
    const call = await startOwnCall().catch(async (error: unknown) => {
      await cameras.close();
      throw error;
    });
    const stage = new RecordingStage(call, { cameras, people });
    try {
      for (const n of numbers) {
        const token = await stage.call.token({ name: `Participant ${n + 1}` });
        const { layers = [], sound = '' } = clothes[n] ?? {};
        await stage.cameras.join({ url: stage.call.url, token, layers, sound });
      }
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** Starts another recorder of the call and waits for its first picture. */
  async record(changes: Partial<Job> = {}): Promise<RunningRecorder> {
    const { url, roomId } = this.call;
    const token = await this.call.token({ name: 'Recorder', isRecorder: true });
    const pictureBy = new Date(Date.now() + 60_000).toISOString();
    const options = { changes: { pictureBy, ...changes }, faults: { tellsSeen: true } };
    const recorder = await RunningRecorder.start({ url, roomId, token }, options);
    this.#recorders.push(recorder);
    await recorder.until('picture', { timeout: 60_000 });
    return recorder;
  }

  async close(): Promise<void> {
    for (const recorder of this.#recorders) await recorder.remove();
    await this.cameras.close();
    await this.call.stop();
  }
}

/** Late frames so far. */
export const lateOf = (recorder: RunningRecorder): number => recorder.entries('beat').at(-1)?.lateTicks ?? 0;

function seenBy(recorder: RunningRecorder): Seen {
  if (!existsSync(recorder.path(seenName))) return { t: 0, cameras: {} };
  return JSON.parse(readFileSync(recorder.path(seenName), 'utf8'));
}

export interface LookedAt extends Cost {
  /** Late frames. */
  late: number;
  /** Share of the due pictures that showed a new frame, for the participant with the fewest. */
  seen: number;
  /** Share of its received frames. */
  sizes: string;
}

/** Measures a recorder's cost for a time. Throws if it missed too much, because it then had less to do. */
export async function lookAt(
  recorder: RunningRecorder,
  { cameras, people }: RecordingStage,
  seconds: number,
): Promise<LookedAt> {
  const before = { late: lateOf(recorder), ...seenBy(recorder) };
  const cost = await costOfTree(recorder.pid, seconds);
  cameras.check();
  const after = seenBy(recorder);
  const all = Object.entries(after.cameras);
  const due = (after.t - before.t) * drawnFps;
  const seen = Math.min(
    1,
    ...all.map(([id, { pictures }]) => (pictures - (before.cameras[id]?.pictures ?? 0)) / due),
  );
  const late = lateOf(recorder) - before.late;
  if (all.length < people || !(seen >= leastSeen))
    throw new Error(
      `saw ${all.length} of ${people}, ${(100 * seen).toFixed(0)} % of one, ${late} late frames`,
    );
  const sizes = [...new Set(all.map(([, { height }]) => `${height}p`))].sort().join(' and ');
  return { ...cost, late, seen, sizes };
}
