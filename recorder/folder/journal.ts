/**
 * What a recorder tells: one JSON object a line, appended and never changed. A line without its end (a kill in the
 * middle of it) does not count. `at` is the wall clock in ISO 8601, `t` seconds of media since the first picture.
 */
export type JournalEntry =
  | { type: 'began'; at: string; pid: number }
  /** The recorder is in the room; it may be said again after the engine was away. */
  | { type: 'joined'; at: string }
  /** The engine was lost; the last pictures are repeated and silence is written until it is back. */
  | { type: 'lost'; at: string; t: number }
  /** The first picture is in the file. */
  | { type: 'picture'; at: string }
  /** Once a second: that it lives, how far the file is, and what it cost. */
  | { type: 'beat'; at: string; t: number; bytes: number; lateTicks: number; missedAudioMs: number }
  /** Somebody's voice is written to a file of its own from `t` on. `name` as it is now. */
  | { type: 'voice'; at: string; t: number; number: number; participantId: string; name: string }
  /** Somebody was heard from `from` to `to`. */
  | { type: 'spoke'; participantId: string; from: number; to: number }
  /** Nobody whom people can see is in the room any more, since `at`; and that somebody is again. */
  | { type: 'empty'; at: string; t: number }
  | { type: 'peopled'; at: string; t: number }
  /** It falls behind and lowers its own cost; `fps` and `height` from here on. */
  | { type: 'lowered'; at: string; t: number; fps: number; height: number }
  /** Nothing is written after this. */
  | { type: 'ended'; at: string; t: number; reason: EndReason; message?: string };

export type EndReason =
  /** By the order in `stop.json`. */
  | 'stopped'
  /** The engine ended the room, or put the recorder out. */
  | 'room_ended'
  | 'no_picture'
  | 'longest_reached'
  | 'disk_low'
  /** The media could not be written. */
  | 'disk_full'
  /** The engine did not come back. */
  | 'engine_lost'
  | 'broken';
