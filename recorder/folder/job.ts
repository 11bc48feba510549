/**
 * The recorder's orders: `job.json` in its folder, written once before it starts. The folder is its only interface: the
 * job and the stop order go in, the journal and the media come out. Any process with the folder can finish the recording.
 */
export const jobVersion = 1;

export type Layout = 'speaker' | 'grid';

export interface Job {
  version: typeof jobVersion;
  recordId: string;
  roomId: string;
  /** ws(s) URL of the media server. */
  url: string;
  /** Admits a hidden participant with the recorder grant. It is secret: only the owner may read the file. */
  token: string;
  layout: Layout;
  /** The people who have a tile without sending anything. In a webinar only moderators: its audience stays hidden. */
  onStage: 'everybody' | 'moderators';
  width: number;
  height: number;
  fps: number;
  /** ISO 8601. The recorder gives up without a picture by then. */
  pictureBy: string;
  /** Maximum length in seconds of media. */
  maxSeconds: number;
  /** The recording ends while this much of the disk is still free, plus room for the finished copy. */
  minFreeBytes: number;
}

/** The order to end a recording: `stop.json`, written once by the process that runs the recorder. */
export interface StopOrder {
  /** ISO 8601: nothing after this moment belongs in the file. */
  at: string;
  /** The file will be discarded, so the recorder need not flush it. */
  discard?: boolean;
}

/** Names of the files in the folder. */
export const names = {
  job: 'job.json',
  stop: 'stop.json',
  /** `{pid, startTime}` of the recorder that works in the folder. */
  owner: 'recorder.json',
  journal: 'journal.ndjson',
  /** The items on the stage of the room, as the server appends them. */
  stage: 'stage.ndjson',
  /** The recorder's log for the operator. */
  log: 'recorder.log',
  /** The media as they are written: fragmented MP4, playable after a kill. */
  capture: 'capture.mp4',
  /** Results of finishing. `result.json` is written last, by renaming. */
  result: 'result.json',
  video: 'video.mp4',
  poster: 'poster.jpg',
  preview: 'preview.mp4',
  /** The intervals in which each person spoke, and the list of voices. */
  speech: 'speech.json',
  /** The positions of the tiles of the picture, with their times. */
  layout: 'layout.json',
} as const;

/** Name of one speaker's voice file. */
export const voiceName = (number: number): string => `voice-${number}.ogg`;
