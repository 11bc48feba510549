import type { ParticipantLike } from './people.ts';

export type RosterListener = {
  /** Somebody arrived, left or changed. */
  changed: () => void;
  /** The media server admitted us and sent our rights: publishing may begin, even before the media connection is up. */
  live: () => void;
  speakers: (speakers: { id: string; isMe: boolean }[]) => void;
};

/** The people in the room as the media server lists them. */
export type Roster = {
  me: () => ParticipantLike;
  others: () => ParticipantLike[];
  isRecording: () => boolean;
  /** When the room was opened, in ms; undefined before the connection. */
  startedAt: () => number | undefined;
  watch: (listener: RosterListener) => () => void;
};
