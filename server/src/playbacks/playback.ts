import type { RowOf } from '../platform/db/tables.ts';

/** The fields of an automatic webinar that its room does not have. */
export type Playback = RowOf<'playbacks'>;
