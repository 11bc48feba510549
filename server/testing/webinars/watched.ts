import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { ViewingKind } from '../../src/playbacks/watching/intervals.ts';

/** Seconds of the video that a page played; hidden: in a tab that was not shown. */
export type PlayedSeconds = [from: number, to: number, hidden?: 'hidden'];

export interface WatchedInTable {
  sessionId: string;
  participantId: string;
  /** The start of the session. */
  start: Date;
  played: PlayedSeconds[];
  kind?: ViewingKind;
  /** Seconds from the start of the session to that of a replay. */
  openedAfter?: number;
  isOpen?: boolean;
}

/** Inserts a viewing that has played these parts of the video, each at its second of the session. */
export async function insertWatched(db: Db, watched: WatchedInTable): Promise<void> {
  const { sessionId, participantId, start, played, kind = 'live', openedAfter = 0, isOpen = false } = watched;
  const timeOf = (second: number) => new Date(start.getTime() + (openedAfter + second) * 1000);
  const [first = 0, last = 0] = [played[0]?.[0], played.at(-1)?.[1]];
  const id = newId();
  await db
    .insertInto('viewings')
    .values({
      ...{ id, session_id: sessionId, participant_id: participantId, kind, opened_at: timeOf(first) },
      ...{ seen_at: isOpen ? new Date() : timeOf(last), closed_at: isOpen ? null : timeOf(last) },
      position: last,
    })
    .execute();
  if (played.length === 0) return;
  await db
    .insertInto('watch_intervals')
    .values(
      played.map(([from, to, hidden]) => ({
        ...{ viewing_id: id, started_at: timeOf(from), ended_at: timeOf(to) },
        ...{ position_from: from, position_to: to, is_tab_visible: hidden === undefined },
      })),
    )
    .execute();
}
