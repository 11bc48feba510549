import { after, now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { countChanged, selectFirst } from '../../platform/db/rows.ts';
import type { CallTimer } from '../parts.ts';

interface Running {
  startedAt: Date;
  endsAt: Date;
}

export const noTimer: CallTimer = { startedAt: null, endsAt: null };

/** The timer that runs in the room's call, if there is one. */
export const runningTimerIn = (db: Db, roomId: string) => selectFirst<Running>(db)`
    SELECT timer_started_at AS "startedAt", timer_ends_at AS "endsAt" FROM calls
    WHERE room_id = ${roomId} AND finished_at IS NULL AND timer_ends_at > ${now()}`;

/** Sets the timer, also in place of another one. @returns undefined if the room has no running call */
export function saveTimer(trx: Db, roomId: string, milliseconds: number) {
  const startedAt = now();
  return selectFirst<Running>(trx)`
    UPDATE calls SET timer_started_at = ${startedAt}, timer_ends_at = ${after(milliseconds, startedAt)}
    WHERE room_id = ${roomId} AND finished_at IS NULL
    RETURNING timer_started_at AS "startedAt", timer_ends_at AS "endsAt"`;
}

/** Adds a minute to the running timer. @param longest the most that may be left, in ms. @returns undefined if none runs */
export function prolongTimer(trx: Db, roomId: string, longest: number) {
  const at = now();
  return selectFirst<Running>(trx)`
    UPDATE calls SET timer_ends_at = least(timer_ends_at + interval '1 minute', ${after(longest, at)}::timestamptz)
    WHERE room_id = ${roomId} AND finished_at IS NULL AND timer_ends_at > ${at}
    RETURNING timer_started_at AS "startedAt", timer_ends_at AS "endsAt"`;
}

/** @returns whether the running call had a timer, also one that had ended */
export const clearTimer = async (trx: Db, roomId: string) =>
  (await countChanged(trx)`
    UPDATE calls SET timer_started_at = NULL, timer_ends_at = NULL
    WHERE room_id = ${roomId} AND finished_at IS NULL AND timer_ends_at IS NOT NULL`) === 1;
