import { type Column, commonFigures, plainColumn } from '../formats/columns.ts';
import type { SessionRowHead } from './report.ts';

/** `754` as `0:12:34`. */
export function timeInVideo(second: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(second / 3600)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
}

type Watched = SessionRowHead['watched'];

const stretches = (watched: Watched | undefined): string | null =>
  (watched ?? []).map(({ from, to }) => `${timeInVideo(from)}–${timeInVideo(to)}`).join(', ') || null;

const plain = plainColumn<SessionRowHead>;

/** The figures of a person of a session. */
export const figuresOfSession: Column<SessionRowHead>[] = [
  plain('isLive', 'Live', 'flag'),
  ...commonFigures.online,
  plain('watchedDuration', 'Watched', 'duration'),
  plain('watchedShare', 'Share of the video', 'percent'),
  { name: 'watched', header: 'Watched parts', kind: 'text', value: ({ watched }) => stretches(watched) },
  { name: 'replayVisits', header: 'Replays', kind: 'number', value: ({ replay }) => replay?.visits ?? 0 },
  {
    name: 'replayWatchedDuration',
    header: 'Watched in replay',
    kind: 'duration',
    value: ({ replay }) => replay?.watchedDuration ?? 0,
  },
  {
    name: 'replayWatchedShare',
    header: 'Share of the video in replay',
    kind: 'percent',
    value: ({ replay }) => replay?.watchedShare ?? 0,
  },
  {
    name: 'replayWatched',
    header: 'Watched parts in replay',
    kind: 'text',
    value: ({ replay }) => stretches(replay?.watched),
  },
  { name: 'offersShown', header: 'Offers seen', kind: 'number', value: ({ offers }) => offers.length },
  {
    name: 'offersClicked',
    header: 'Offers clicked',
    kind: 'text',
    value: ({ offers }) =>
      offers
        .filter(({ clicks }) => clicks > 0)
        .map(({ title }) => title)
        .join('\n') || null,
  },
  commonFigures.chatMessages,
  commonFigures.pollAnswers,
];
