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
}

interface Reading {
  /** Bytes of complete lines read so far. */
  offset: number;
  told: JournalState;
}

const atOnce = 64 * 1024;

function take(told: JournalState, entry: JournalEntry): void {
  switch (entry.type) {
    case 'began':
      told.pid = entry.pid;
      break;
    case 'picture':
      told.pictureAt ??= new Date(entry.at);
      break;
    case 'empty':
      told.emptySince = new Date(entry.at);
      break;
    case 'peopled':
      told.emptySince = undefined;
      break;
    case 'ended':
      told.ended ??= { at: new Date(entry.at), reason: entry.reason, message: entry.message };
      break;
  }
}

function applyLine(told: JournalState, line: string): void {
  try {
    take(told, JSON.parse(line));
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
    const reading = this.#readings.get(recordId) ?? { offset: 0, told: nothing() };
    this.#readings.set(recordId, reading);
    let file: FileHandle;
    try {
      file = await open(this.#folders.pathIn(recordId, names.journal));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return reading.told;
      throw error;
    }
    try {
      await readOn(file, reading);
    } finally {
      await file.close();
    }
    return { ...reading.told };
  }

  forget(recordId: string): void {
    this.#readings.delete(recordId);
  }
}

const nothing = (): JournalState => ({
  pid: undefined,
  pictureAt: undefined,
  ended: undefined,
  emptySince: undefined,
});

/** Of concurrent reads only one takes each line: an older line applied late would undo a newer one. */
async function readOn(file: FileHandle, reading: Reading): Promise<void> {
  const { size } = await file.stat();
  while (reading.offset < size) {
    const from = reading.offset;
    const buffer = Buffer.alloc(Math.min(atOnce, size - from));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    if (reading.offset !== from) continue;
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n');
    if (end === -1) return;
    for (const line of buffer.toString('utf8', 0, end).split('\n')) applyLine(reading.told, line);
    reading.offset = from + end + 1;
  }
}
