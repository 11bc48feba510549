import { after, seconds } from '../../platform/clock.ts';
import {
  clockPosition,
  positionNow,
  type ViewingClock,
  type ViewingKind,
  type WatchReport,
} from './intervals.ts';
import type { SeenViewing } from './viewings.store.ts';

/** May the viewer seek and pause? In a permanent session the room has to allow replays. */
export const isSeekable = (kind: ViewingKind, isReplayAllowed: boolean): boolean =>
  kind === 'replay' || (kind === 'permanent' && isReplayAllowed);

/** Whether a session that is over may be watched again now: until so many days after its end, or without limit. */
export const isReplayable = (endedAt: Date, replayDays: number | null, at: Date): boolean =>
  replayDays === null || after(seconds(replayDays * 86_400), endedAt) > at;

/** Whether the session of a viewing is over. */
export function isSessionOver(
  { finishedAt, endDate }: Pick<SeenViewing, 'finishedAt' | 'endDate'>,
  at: Date,
) {
  return (finishedAt !== null && finishedAt <= at) || (endDate !== null && endDate <= at);
}

/** When the session of a viewing ended; undefined while it runs. */
export function sessionEndOf({
  finishedAt,
  endDate,
}: Pick<SeenViewing, 'finishedAt' | 'endDate'>): Date | undefined {
  const ends = [finishedAt, endDate].filter((end) => end !== null);
  return ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : undefined;
}

/** Whether playlists are served to a viewing whose participant is admitted. */
export function isShown(viewing: SeenViewing, at: Date): boolean {
  if (viewing.startDate > at) return false;
  if (viewing.kind !== 'replay') return !isSessionOver(viewing, at);
  const end = sessionEndOf(viewing);
  return (
    viewing.isReplayAllowed && end !== undefined && end <= at && isReplayable(end, viewing.replayDays, at)
  );
}

export function clockOf(viewing: SeenViewing, duration: number): ViewingClock {
  const { kind, openedAt, startDate, finishedAt, isReplayAllowed } = viewing;
  return {
    kind,
    isSeekable: isSeekable(kind, isReplayAllowed),
    openedAt,
    startDate,
    duration,
    endDate: sessionEndOf(viewing) ?? null,
    finishedAt,
  };
}

export const lastReportOf = ({ seenAt, position, isPlaying, isTabVisible }: SeenViewing): WatchReport => ({
  at: seenAt,
  position,
  isPlaying,
  isTabVisible,
});

/** The second of the video that the viewing shows now. */
export function positionOf(viewing: SeenViewing, duration: number, at: Date): number {
  const clock = clockOf(viewing, duration);
  return viewing.kind === 'live' ? clockPosition(clock, at) : positionNow(lastReportOf(viewing), clock, at);
}
