import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { names } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';
import type { Result, UsableResult } from '../folder/result.ts';
import { picturesIn, soundIn } from './decoding.ts';
import { makeCapture, makeVoice } from './made-capture.ts';

const script = join(import.meta.dirname, '../finish.ts');
const begun = Date.parse('2030-01-02T03:04:05.000Z');

/** Wall clock time of a second of the media. */
export const at = (t: number): string => new Date(begun + t * 1000).toISOString();

/** The journal of a recorder that was killed. */
export const lived: JournalEntry[] = [
  { type: 'began', at: at(-1), pid: 1 },
  { type: 'joined', at: at(-0.5) },
  { type: 'picture', at: at(0) },
  { type: 'beat', at: at(10), t: 10, bytes: 1000, lateTicks: 2, missedAudioMs: 40 },
];

type Ended = Extract<JournalEntry, { type: 'ended' }>;
export const endedEntry = (t: number, reason: Ended['reason']): Ended => ({
  type: 'ended',
  at: at(t),
  t,
  reason,
});

export const voice = (number: number, t: number, participantId = `p${number}`): JournalEntry => ({
  type: 'voice',
  at: at(t),
  t,
  number,
  participantId,
  name: `Ада ${number}`,
});

/** Throws at the first fault of a file. */
export const decodeAll = (path: string): { pictures: number; sounds: number } => ({
  pictures: [...picturesIn(path)].length,
  sounds: [...soundIn(path)].length,
});

/** All files of a folder with a digest of their contents. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder)).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return Object.fromEntries(files.map((file, n) => [file, hash('sha256', contents[n] ?? '')]));
}

export const finishing = (folder: string): ChildProcess =>
  spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'inherit'] });

/** Finishes a folder under a limit for the size of every file. @returns how the process ended */
export async function finishWithout(kibibytes: number, folder: string): Promise<number | null> {
  const bash = ['-c', `ulimit -f ${kibibytes}; exec "$0" "$1" "$2"`, process.execPath, script, folder];
  const [code] = await once(spawn('bash', bash, { stdio: 'ignore' }), 'exit');
  return code;
}

export const resultIn = async (folder: string): Promise<Result> =>
  JSON.parse(await readFile(join(folder, names.result), 'utf8'));

export async function finish(folder: string): Promise<Result> {
  const [code] = await once(finishing(folder), 'exit');
  assert.equal(code, 0);
  return resultIn(folder);
}

export async function finishUsable(folder: string): Promise<UsableResult> {
  const result = await finish(folder);
  assert.ok(result.usable, JSON.stringify(result));
  return result;
}

export interface LeftFolder {
  files?: string[];
  journal?: JournalEntry[];
  stop?: { at: string; discard?: boolean };
  /** Bytes of the capture to keep. */
  bytes?: number;
}

/**
 * Folders as recorders leave them: a capture of 24 seconds, red with a tone of 500 Hz from 6 to 12, then blue until
 * 18, otherwise black and silent; and two voices, of 8 and 10 seconds.
 */
class LeftFolders {
  #made = '';
  readonly #folders: string[] = [];

  async make(): Promise<void> {
    this.#made = await this.empty();
    await makeCapture(this.capture, {
      seconds: 24,
      parts: [
        { from: 6, to: 12, colour: 'red', hz: 500 },
        { from: 12, to: 18, colour: 'blue' },
      ],
    });
    await makeVoice(join(this.#made, 'voice-1.ogg'), { seconds: 8, hz: 500 });
    await makeVoice(join(this.#made, 'voice-2.ogg'), { seconds: 10, hz: 700 });
  }

  /** The complete capture, of which every folder gets a copy. */
  get capture(): string {
    return join(this.#made, names.capture);
  }

  async empty(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-finish-'));
    this.#folders.push(folder);
    return folder;
  }

  async leave({ files = [names.capture], journal = lived, stop, bytes }: LeftFolder): Promise<string> {
    const folder = await this.empty();
    for (const file of files) await copyFile(join(this.#made, file), join(folder, file));
    if (bytes !== undefined) await truncate(join(folder, names.capture), bytes);
    const lines = journal.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (journal.length > 0) await writeFile(join(folder, names.journal), lines);
    if (stop) await writeFile(join(folder, names.stop), JSON.stringify(stop));
    return folder;
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Creates the folders for the tests of a file and removes them afterwards. */
export function leftFolders(): LeftFolders {
  const folders = new LeftFolders();
  before(() => folders.make());
  after(() => folders.remove());
  return folders;
}
