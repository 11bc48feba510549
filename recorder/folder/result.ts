import type { Chapter, EndReason } from './journal.ts';

/** One speaker's voice file in the folder. */
export interface VoiceResult {
  file: string;
  participantId: string;
  name: string;
  /** Seconds from the beginning of the video to the beginning of this file. */
  offset: number;
  /** Seconds. */
  duration: number;
  bytes: number;
}

export interface SpokenTurn {
  participantId: string;
  /** Seconds from the beginning of the video. */
  from: number;
  to: number;
}

/** A recording that can be delivered. Every named file is complete and on the disk. */
export interface UsableResult {
  usable: true;
  /** Why the recording ended; undefined: the recorder died. */
  reason: EndReason | undefined;
  /** Media of the call was lost: the recorder died, the media server was away, or the disk was full. */
  isPartial: boolean;
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  bytes: number;
  video: string;
  /** Missing where it could not be made (no room on the disk). */
  poster?: string;
  preview?: string;
  speech?: string;
  layout?: string;
  /** The pages that were shown, in the order of time; absent in results of older versions. */
  chapters?: Chapter[];
  voices: VoiceResult[];
  /** Losses of quality, for the operator and the record. */
  quality: { lateTicks: number; missedAudioMs: number; lowestFps: number; lowestHeight: number };
}

/** The result of finishing a folder: `result.json`. */
export type Result = UsableResult | { usable: false; reason: EndReason | undefined; message?: string };
