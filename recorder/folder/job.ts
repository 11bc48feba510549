/**
 * What a recorder is told: `job.json` in its folder, written once, before it starts. The folder is the recorder's only
 * interface: the job and the order to stop go in, the journal and the media come out. Whoever finds it can finish it.
 */
export const jobVersion = 1;

export type Layout = 'speaker' | 'grid';

export interface Job {
  version: typeof jobVersion;
  recordId: string;
  roomId: string;
  /** ws(s) address of the media engine. */
  url: string;
  /** Lets a hidden participant with the recorder grant in. A secret: the file is readable for its owner only. */
  token: string;
  layout: Layout;
  /** Who has a tile without sending anything: in a webinar only moderators, or the picture would be of its audience. */
  onStage: 'everybody' | 'moderators';
  width: number;
  height: number;
  fps: number;
  /** ISO 8601. Without a picture by then the recorder gives up. */
  pictureBy: string;
  /** Seconds of media at most. */
  maxSeconds: number;
  /** The recording is closed while this much of the disk is still free, and room for the finished copy beside it. */
  minFreeBytes: number;
}

/** Why a recording is to end: `stop.json`, written once by whoever runs the recorder. */
export interface StopOrder {
  /** ISO 8601: nothing that happened after this moment belongs into the file. */
  at: string;
  /** The file is thrown away: no need to end it well. */
  discard?: boolean;
}

/** Names in the folder. */
export const names = {
  job: 'job.json',
  stop: 'stop.json',
  /** Whose the folder is: `{pid, startTime}` of the recorder that works in it. */
  owner: 'recorder.json',
  journal: 'journal.ndjson',
  /** What the recorder says for the operator. */
  log: 'recorder.log',
  /** As it is written: fragmented, playable after a kill. */
  capture: 'capture.mp4',
  /** Of the finishing; `result.json` is written last, by renaming. */
  result: 'result.json',
  video: 'video.mp4',
  poster: 'poster.jpg',
  preview: 'preview.mp4',
  /** Who spoke when, and the list of voices. */
  speech: 'speech.json',
} as const;

/** The file of one speaker's voice. */
export const voiceName = (number: number): string => `voice-${number}.ogg`;
