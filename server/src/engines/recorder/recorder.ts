import type { EndReason } from '../../../../recorder/folder/journal.ts';
import type { Result } from '../../../../recorder/folder/result.ts';

/**
 * What the product asks of a recorder, in the product's words. A recording is named by our record's id; all that is
 * known of it lies in its folder on this node, so that a recorder outlives the server and a server finds what a killed
 * recorder left.
 */
export interface RecordingOrder {
  recordId: string;
  roomId: string;
  layout: 'speaker' | 'grid';
  /** Who is shown without sending anything. */
  onStage: 'everybody' | 'moderators';
  /** Without a picture in the file by then it gives up. */
  pictureBy: Date;
  /** Seconds of media at most. */
  maxSeconds: number;
  /** It is closed while this much of the disk is still free. */
  minFreeBytes: number;
}

/** Of every recording, while its recorder keeps up. */
export const picture = { width: 1280, height: 720, fps: 25 };

/** Why a recording came to its end by itself. */
export type RecordingEnd = EndReason;

/** What the folder tells of a recording. */
export interface RecordingView {
  /** Does a recorder work in the folder? */
  isAlive: boolean;
  /** Was a recorder ever started in it? */
  wasBegun: boolean;
  pictureAt: Date | undefined;
  /** Set where nothing more will be written by wish; a recorder that died ended without it. */
  ended: { at: Date; reason: RecordingEnd; message: string | undefined } | undefined;
  /** Since when nobody was in the room, as the recorder saw it; undefined while somebody is. */
  emptySince: Date | undefined;
  /** Finishing was done, and what it made is in `finish`'s answer. */
  isFinished: boolean;
  /** When something was last put into the folder, to the second or so. */
  changedAt: Date;
}

/** What finishing made of a folder: its files by name, or why there are none. */
export type FinishedRecording = Result;

/** A folder's files could not be made, now: it is worth another try. */
export class RecorderFailed extends Error {
  override name = 'RecorderFailed';
}

export interface RecorderEngine {
  /** Recordings at once that this node carries. */
  readonly places: number;
  /** Writes the job and starts a recorder; where one was started in the folder already, does nothing. */
  begin(order: RecordingOrder): Promise<void>;
  /** Undefined: there is no folder of that name. */
  look(recordId: string): Promise<RecordingView | undefined>;
  /** Orders the end; once given, another order changes nothing but that `discard` wins. What has ended takes only that. */
  stop(recordId: string, order: { at: Date; discard?: boolean }): Promise<void>;
  /**
   * Removes the recorder from the call, whichever node it runs on: it then ends by itself and does not return. Does
   * nothing where it is not in the call.
   */
  removeFromCall(recording: { recordId: string; roomId: string }): Promise<void>;
  /** Ends the recorder's process at once. */
  kill(recordId: string): Promise<void>;
  /**
   * Makes the files of a folder in which nobody records any more; a second call gives the same again.
   * @throws RecorderFailed
   */
  finish(recordId: string): Promise<FinishedRecording>;
  /** Absolute path of a file that `finish` named. */
  pathOf(recordId: string, file: string): string;
  /** Ids of all folders on this node. */
  list(): Promise<string[]>;
  /** Removes the folder and everything in it. */
  discard(recordId: string): Promise<void>;
  /** Bytes free where recordings are written. */
  freeBytes(): Promise<number>;
  /** Told whenever something in a folder changed; returns what ends that. */
  onChange(listener: (recordId: string) => void): () => void;
}
