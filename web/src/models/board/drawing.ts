import type { Clock } from '../../kit/clock.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { BoardModel } from './board.ts';
import type { BoardElement } from './elements.ts';
import { elementOf, isTouched, type Kind, newElementId, nextVersion, type Pen, type Point } from './pen.ts';

type Parts = {
  board: Pick<BoardModel, 'elements' | 'draw' | 'stroke'>;
  clock: Clock;
  /** Whether this person may change the element; the server decides again. */
  mayChange: (element: BoardElement) => boolean;
};

/** A change that can be undone: what was there before, if anything. */
type Change = { id: string; before: BoardElement | undefined };

/** In ms: others see a stroke under way 20 times a second, within the budget of 30 messages. */
const sentEvery = 50;
const mostSteps = 200;
/** Points of one message. */
const mostAtOnce = 64;

/** The drawing of this person on one board: the element under way, and their steps that can be undone. */
export class Drawing {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #underWay = createStore<BoardElement | undefined>(undefined);
  /** The element that this person draws now. */
  readonly underWay: Store<BoardElement | undefined> = this.#underWay;
  readonly #mayUndo = createStore(false);
  readonly mayUndo: Store<boolean> = this.#mayUndo;
  readonly #steps: (readonly Change[])[] = [];
  #stroke: { id: string; kind: Kind; pen: Pen; points: Point[]; sent: number } | undefined;
  #erased: Change[] = [];
  #cancel: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#scope.add(() => this.#cancel?.());
  }

  begin(kind: Kind, pen: Pen, point: Point): void {
    this.#stroke = { id: newElementId(), kind, pen, points: [point], sent: 0 };
    this.#show();
    if (kind === 'freedraw') this.#sendSoon();
  }

  move(points: readonly Point[]): void {
    if (!this.#stroke) return;
    this.#stroke.points.push(...points);
    this.#show();
    if (this.#stroke.kind === 'freedraw') this.#sendSoon();
  }

  /** Puts what was drawn on the board. */
  finish(): void {
    const element = this.#current();
    this.drop();
    if (element) this.#add(element);
  }

  /** Takes away what is under way, for example because the right was withdrawn. */
  drop(): void {
    this.#stroke = undefined;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#underWay.set(undefined);
  }

  write(pen: Pen, point: Point, text: string): void {
    const now = this.#parts.clock.now();
    const element = elementOf({ id: newElementId(), kind: 'text', pen, points: [point], text, now });
    if (element) this.#add(element);
  }

  /** Removes the elements at a place; `finishErasing` makes one step of all that a movement removed. */
  erase(point: Point, reach: number): void {
    const touched = [...this.#parts.board.elements.get().values()].filter(
      (element) => this.#parts.mayChange(element) && isTouched(element, point, reach),
    );
    if (touched.length === 0) return;
    this.#erased.push(...touched.map((before) => ({ id: before.id, before })));
    this.#parts.board.draw(touched.map((element) => nextVersion(element, true)));
  }

  finishErasing(): void {
    this.#keep(this.#erased);
    this.#erased = [];
  }

  /** Undoes the last step of this person on this board. Elements of others stay. */
  undo(): void {
    const step = this.#steps.pop();
    this.#mayUndo.set(this.#steps.length > 0);
    if (!step) return;
    const elements = this.#parts.board.elements.get();
    this.#parts.board.draw(
      step.flatMap(({ id, before }) => {
        const current = elements.get(id);
        // A deleted element has one version more than the one before.
        if (before) return current ? [] : [nextVersion(before, false, before.version + 1)];
        return current ? [nextVersion(current, true)] : [];
      }),
    );
  }

  end(): void {
    this.#scope.end();
  }

  #add(element: BoardElement): void {
    this.#parts.board.draw([element]);
    this.#keep([{ id: element.id, before: undefined }]);
  }

  #keep(step: readonly Change[]): void {
    if (step.length === 0) return;
    this.#steps.push(step);
    if (this.#steps.length > mostSteps) this.#steps.shift();
    this.#mayUndo.set(true);
  }

  #current(): BoardElement | undefined {
    return this.#stroke && elementOf({ ...this.#stroke, now: this.#parts.clock.now() });
  }

  #show(): void {
    this.#underWay.set(this.#current());
  }

  #sendSoon(): void {
    this.#cancel ??= this.#parts.clock.after(sentEvery, () => {
      this.#cancel = undefined;
      this.#send();
    });
  }

  #send(): void {
    const stroke = this.#stroke;
    if (!stroke) return;
    const { id, pen, points, sent } = stroke;
    const next = points.slice(sent, sent + mostAtOnce);
    if (next.length === 0) return;
    stroke.sent += next.length;
    this.#parts.board.stroke(id, next, { color: pen.color, width: pen.width });
    if (stroke.sent < points.length) this.#sendSoon();
  }
}
