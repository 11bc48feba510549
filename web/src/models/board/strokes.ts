import type { Clock } from '../../kit/clock.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Live, Payload } from '../live/live.ts';

/** A line that somebody else draws and has not finished. */
export type Stroke = { id: string; points: readonly (readonly number[])[]; color: string; width: number };

type Parts = {
  live: Pick<Live, 'onSignal'>;
  channelId: string;
  boardId: string;
  participantId: string;
  clock: Clock;
};

/** In ms. The element of a stroke that ended arrives by then, unless its author is gone. */
const forgottenAfter = 5_000;
const most = { strokes: 100, points: 5_000 };

type Known = Stroke & { participantId: string; at: number };

/** The strokes of others under way on a board, until their elements arrive. */
export class Strokes {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #known = new Map<string, Known>();
  readonly #value = createStore<readonly Stroke[]>([]);
  readonly value: Store<readonly Stroke[]> = this.#value;
  #cancel: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { live, channelId } = parts;
    this.#scope.add(live.onSignal(`chat:${channelId}`, 'strokes', (payload) => this.#take(payload)));
    this.#scope.add(() => this.#cancel?.());
  }

  /** Forgets strokes whose elements are on the board. */
  finish(elements: ReadonlyMap<string, unknown>): void {
    let isChanged = false;
    for (const id of this.#known.keys())
      if (elements.has(id)) isChanged = this.#known.delete(id) || isChanged;
    if (isChanged) this.#show();
  }

  end(): void {
    this.#scope.end();
  }

  #take({ strokes }: Payload): void {
    for (const value of Array.isArray(strokes) ? strokes : []) this.#add(Object(value));
    this.#show();
  }

  #add({ boardId, participantId, id, points, style }: Record<string, unknown>): void {
    if (boardId !== this.#parts.boardId || participantId === this.#parts.participantId) return;
    if (typeof id !== 'string' || typeof participantId !== 'string') return;
    const known = this.#known.get(id);
    if (known && known.participantId !== participantId) return;
    if (!known && this.#known.size >= most.strokes) return;
    const { color, width } = Object(style) as Record<string, unknown>;
    this.#known.set(id, {
      ...{ id, participantId, at: this.#parts.clock.now() },
      points: [...(known?.points ?? []), ...pointsIn(points)].slice(0, most.points),
      color: typeof color === 'string' ? color : (known?.color ?? '#1e1e1e'),
      width: typeof width === 'number' ? width : (known?.width ?? 4),
    });
    this.#cancel ??= this.#parts.clock.after(forgottenAfter, () => this.#forget());
  }

  #forget(): void {
    this.#cancel = undefined;
    const now = this.#parts.clock.now();
    for (const [id, { at }] of this.#known) if (now - at >= forgottenAfter) this.#known.delete(id);
    if (this.#known.size > 0) this.#cancel = this.#parts.clock.after(forgottenAfter, () => this.#forget());
    this.#show();
  }

  #show(): void {
    this.#value.set([...this.#known.values()]);
  }
}

const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length >= 2 && value.every((part) => Number.isFinite(part));

const pointsIn = (value: unknown): (readonly number[])[] =>
  Array.isArray(value) ? value.filter(isPoint) : [];
