import { type FileHandle, open } from 'node:fs/promises';
import { names } from '../../../../recorder/folder/job.ts';
import type { JournalEntry } from '../../../../recorder/folder/journal.ts';
import { codeOf } from '../../platform/process/reasons.ts';
import type { Folders } from './folders.ts';
import type { RecordingView } from './recorder.ts';

/** The state that a journal describes. */
export interface JournalState {
  /** The recorder's pid, as the recorder wrote it. */
  pid: number | undefined;
  pictureAt: Date | undefined;
  ended: RecordingView['ended'];
  emptySince: Date | undefined;
  /** Frames that came too late and milliseconds of lost sound, so far. */
  lost: number;
  /** When it last lost some, or lowered its quality. */
  overloadedAt: Date | undefined;
}

interface Reading {
  /** Bytes of complete lines read so far. */
  offset: number;
  state: JournalState;
}

const atOnce = 64 * 1024;

function applyEntry(state: JournalState, entry: JournalEntry): void {
  switch (entry.type) {
    case 'began':
      state.pid = entry.pid;
      break;
    case 'picture':
      state.pictureAt ??= new Date(entry.at);
      break;
    case 'empty':
      state.emptySince = new Date(entry.at);
      break;
    case 'peopled':
      state.emptySince = undefined;
      break;
    case 'beat': {
      const lost = entry.lateTicks + entry.missedAudioMs;
      if (lost > state.lost) state.overloadedAt = new Date(entry.at);
      state.lost = lost;
      break;
    }
    case 'lowered':
      state.overloadedAt = new Date(entry.at);
      break;
    case 'ended':
      state.ended ??= { at: new Date(entry.at), reason: entry.reason, message: entry.message };
      break;
  }
}

function applyLine(state: JournalState, line: string): void {
  try {
    applyEntry(state, JSON.parse(line));
  } catch {
    // A line cut by a kill has no effect.
  }
}

/** Reads journals incrementally: every read continues where the last one ended. */
export class Journals {
  readonly #folders: Folders;
  readonly #readings = new Map<string, Reading>();

  constructor(folders: Folders) {
    this.#folders = folders;
  }

  async read(recordId: string): Promise<JournalState> {
    const reading = this.#readings.get(recordId) ?? { offset: 0, state: emptyState() };
    this.#readings.set(recordId, reading);
    await using file = await open(this.#folders.pathIn(recordId, names.journal)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      return undefined;
    });
    if (file) await readNewLines(file, reading);
    return { ...reading.state };
  }

  forget(recordId: string): void {
    this.#readings.delete(recordId);
  }
}

const emptyState = (): JournalState => ({
  pid: undefined,
  pictureAt: undefined,
  ended: undefined,
  emptySince: undefined,
  lost: 0,
  overloadedAt: undefined,
});

/** Only one of the concurrent reads takes each line: an older line applied late would undo a newer one. */
async function readNewLines(file: FileHandle, reading: Reading): Promise<void> {
  const { size } = await file.stat();
  while (reading.offset < size) {
    const from = reading.offset;
    const buffer = Buffer.alloc(Math.min(atOnce, size - from));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    if (reading.offset !== from) continue;
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n');
    if (end === -1) return;
    for (const line of buffer.toString('utf8', 0, end).split('\n')) applyLine(reading.state, line);
    reading.offset = from + end + 1;
  }
}
