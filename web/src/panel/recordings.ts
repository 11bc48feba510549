import type { ComponentType } from 'react';

export type RecordingsProps = {
  spaceId: string;
  /** Only what was recorded in this room; undefined: in the whole group. */
  room?: { id: string; name: string } | undefined;
};

/** The list of what was recorded: another feature's, handed in by the page that knows both. */
export type Recordings = ComponentType<RecordingsProps>;
