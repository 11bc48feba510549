/**
 * The interface of a recorder. A recording has the id of our record. All its state is in its folder on this
 * node, so that a recorder outlives the server, and a server finds what a killed recorder left.
 * Adapter: `own-process.ts`, which starts `recorder/record.ts` for a recording and `recorder/finish.ts` for
 * its files.
 */

import type { Job } from '../../../../recorder/folder/job.ts';
import type { EndReason } from '../../../../recorder/folder/journal.ts';
import type { Result } from '../../../../recorder/folder/result.ts';
import type { StageEntry } from '../../../../recorder/folder/stage.ts';

export interface RecordingOrder
  extends Pick<Job, 'recordId' | 'roomId' | 'layout' | 'onStage' | 'maxSeconds' | 'minFreeBytes'> {
  /** The recorder gives up if it has no picture by then. */
  pictureBy: Date;
}

/** The size and rate of every recording, unless its recorder is overloaded. */
export const picture = { width: 1280, height: 720, fps: 25 };

export type { EndReason } from '../../../../recorder/folder/journal.ts';
export type { StageEntry } from '../../../../recorder/folder/stage.ts';

/** The state of a recording, as its folder shows it. */
export interface RecordingView {
  /** Does a recorder work in the folder? */
  isAlive: boolean;
  /** Was a recorder ever started in the folder? */
  wasBegun: boolean;
  pictureAt: Date | undefined;
  /** Set if the recorder ended deliberately; a recorder that died leaves it unset. */
  ended: { at: Date; reason: EndReason; message: string | undefined } | undefined;
  /** Since when the room has been empty, as the recorder sees it; undefined while a participant is present. */
  emptySince: Date | undefined;
  /** `finish` is done, and returns what it made. */
  isFinished: boolean;
  /** When something was last added to the folder, to about a second. */
  changedAt: Date;
}

/** The files by name, or why there are none. */
export type FinishedRecording = Result;

/** Making the files failed for now: retry later. */
export class RecorderFailed extends Error {
  override name = 'RecorderFailed';
}

export interface RecorderEngine {
  /** How many recordings this node may run at once. */
  readonly places: number;
  /** Writes the job and starts a recorder, unless one was started in the folder already. */
  begin(order: RecordingOrder): Promise<void>;
  /**
   * Writes the item on the stage of the room for the recorder, which may begin later. Repetitions change nothing.
   * @param fetchSlide makes the picture of the item's page at this path; without one the recorder shows no page
   */
  noteStage(
    recordId: string,
    entry: StageEntry,
    fetchSlide: (path: string) => Promise<unknown>,
  ): Promise<void>;
  /** Undefined if there is no such folder. */
  look(recordId: string): Promise<RecordingView | undefined>;
  /** Orders the end. Later orders change nothing, except that `discard` wins, also after the end. */
  stop(recordId: string, order: { at: Date; discard?: boolean }): Promise<void>;
  /**
   * Removes the recorder from the call, whichever node it runs on; it then ends by itself and does not return. Does
   * nothing if it is not in the call.
   */
  removeFromCall(recording: { recordId: string; roomId: string }): Promise<void>;
  /** Kills the recorder's process. */
  kill(recordId: string): Promise<void>;
  /**
   * Makes the files of a folder without a running recorder. A second call returns the same result.
   * @throws RecorderFailed
   */
  finish(recordId: string): Promise<FinishedRecording>;
  /** Absolute path of a file that `finish` returned. */
  pathOf(recordId: string, file: string): string;
  /** Record ids of all folders on this node. */
  list(): Promise<string[]>;
  /** Removes the folder and everything in it. */
  discard(recordId: string): Promise<void>;
  /** Whether a recording of this node lost pictures or sound in the last seconds, because the machine is overloaded. */
  isOverloaded(): Promise<boolean>;
  /** Free bytes on the disk for recordings. */
  freeBytes(): Promise<number>;
  /**
   * Bytes that the recordings of this node will still write: the files of those without files, which are as large as
   * what was captured, and what those under way capture in the next minutes.
   */
  promisedBytes(): Promise<number>;
  /** Calls the listener after every change in a folder. Returns the function that removes it. */
  onChange(listener: (recordId: string) => void): () => void;
}
