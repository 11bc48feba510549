import type { ComponentType } from 'react';

export type RecordingsProps = {
  spaceId: string;
  /** The room; undefined for the whole group. */
  room?: { id: string; name: string } | undefined;
};

/** The list of recordings: a component of another feature, passed by the page that composes both. */
export type Recordings = ComponentType<RecordingsProps>;
