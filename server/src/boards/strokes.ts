import { publishWithoutNumber } from '../chat/chat.ts';
import { TimedBatches } from '../platform/concurrency/timed-batches.ts';
import type { BoardParts } from './parts.ts';

/** In ms: thirty people who draw at once cause some twelve events a second instead of hundreds. */
const gatherMs = 80;

/** New points of a stroke under way: [x, y] or [x, y, pressure] on the board. */
export interface StrokePoints {
  boardId: string;
  participantId: string;
  /** The id that the finished element will have. */
  id: string;
  points: number[][];
  style?: { color?: string; width?: number } | undefined;
}

/** Publishes strokes under way, gathered. They are never stored: the finished element replaces them. */
export class StrokeBatches {
  readonly #parts: BoardParts;
  readonly #batches = new TimedBatches<StrokePoints>(gatherMs, (channelId, strokes) =>
    this.#publish(channelId, strokes),
  );

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  add(channelId: string, stroke: StrokePoints): void {
    this.#batches.add(channelId, stroke);
  }

  #publish(channelId: string, gathered: StrokePoints[]): void {
    const strokes = new Map<string, StrokePoints>();
    for (const stroke of gathered) {
      const key = `${stroke.participantId} ${stroke.boardId} ${stroke.id}`;
      const earlier = strokes.get(key);
      if (earlier) earlier.points.push(...stroke.points);
      else strokes.set(key, { ...stroke, points: [...stroke.points] });
    }
    const payload = { strokes: [...strokes.values()] };
    publishWithoutNumber(this.#parts, channelId, { event: 'strokes', payload, isFleeting: true });
  }

  stop(): void {
    this.#batches.stop();
  }
}
