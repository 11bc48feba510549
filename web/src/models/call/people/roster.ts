import type { ParticipantLike } from './people.ts';

export type RosterListener = {
  /** Somebody came, went, or something of somebody changed. */
  changed: () => void;
  /** The engine let us in and told our rights: publishing may begin, even before the media connection stands. */
  live: () => void;
  speakers: (speakers: { id: string; isMe: boolean }[]) => void;
};

/** Who is in the room, as the engine tells it. */
export type Roster = {
  me: () => ParticipantLike;
  others: () => ParticipantLike[];
  isRecording: () => boolean;
  watch: (listener: RosterListener) => () => void;
};
