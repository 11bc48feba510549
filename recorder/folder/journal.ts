/** A page that came into the picture at `t`. */
export interface Chapter {
  t: number;
  documentId: string;
  page: number;
  /** The first line of the page. */
  title: string;
  /** The name of the document. */
  document: string;
}

/** A tile of the picture, in its pixels. */
export interface PlacedTile {
  /** Null: the page on the stage. */
  participantId: string | null;
  source: 'camera' | 'screen' | 'page';
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The recorder's journal: one JSON object a line, append-only. A line without its newline (cut by a kill) does not
 * count. `at` is the wall clock time in ISO 8601, `t` seconds of media since the first picture.
 */
export type JournalEntry =
  | { type: 'began'; at: string; pid: number }
  /** The recorder is in the room; written again after the media server was away. */
  | { type: 'joined'; at: string }
  /** The media server was lost. The last picture is repeated and silence is written until it is back. */
  | { type: 'lost'; at: string; t: number }
  /** The first picture is in the file. */
  | { type: 'picture'; at: string }
  /** Written once a second: the recorder is alive, the length of the file, and frames and sound lost so far. */
  | { type: 'beat'; at: string; t: number; bytes: number; lateTicks: number; missedAudioMs: number }
  /** A file of its own for a person's voice begins at `t`. `name` is the name at that time. */
  | { type: 'voice'; at: string; t: number; number: number; participantId: string; name: string }
  /** A person spoke from `from` to `to`. */
  | { type: 'spoke'; participantId: string; from: number; to: number }
  /** The last visible participant left at `at`, or somebody entered the empty room. */
  | { type: 'empty'; at: string; t: number }
  | { type: 'peopled'; at: string; t: number }
  /** Another page is in the picture from `t` on. */
  | ({ type: 'page'; at: string } & Chapter)
  /** Tiles are elsewhere from `t` on, after they have moved there. */
  | { type: 'layout'; at: string; t: number; width: number; height: number; tiles: PlacedTile[] }
  /** The recorder is overloaded and lowers its cost; `fps` and `height` apply from `t` on. */
  | { type: 'lowered'; at: string; t: number; fps: number; height: number }
  /** The last entry. */
  | { type: 'ended'; at: string; t: number; reason: EndReason; message?: string };

export type EndReason =
  /** By the order in `stop.json`, or by a signal. */
  | 'stopped'
  /** The media server closed the room or removed the recorder. */
  | 'room_ended'
  | 'no_picture'
  | 'longest_reached'
  | 'disk_low'
  /** The media could not be written. */
  | 'disk_full'
  /** The media server did not come back. */
  | 'engine_lost'
  | 'broken';
