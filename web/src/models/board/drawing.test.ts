import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createStore } from '../../kit/store.ts';
import { Drawing } from './drawing.ts';
import { type BoardElement, withElements } from './elements.ts';
import { elementOf, firstPen, isTouched, type Point } from './pen.ts';
import { Strokes } from './strokes.ts';

/** A board on which everything that is drawn appears at once. */
function openDrawing(mayChange: (element: BoardElement) => boolean = () => true) {
  const clock = createFakeClock();
  const elements = createStore<ReadonlyMap<string, BoardElement>>(new Map());
  const sent: number[] = [];
  const drawing = new Drawing({
    clock,
    mayChange,
    board: {
      elements,
      draw: (changed) => elements.set(withElements(elements.get(), changed)),
      stroke: (_id, points) => void sent.push(points.length),
    },
  });
  const stroke = (...points: [Point, ...Point[]]): void => {
    const [first, ...rest] = points;
    drawing.begin('freedraw', firstPen, first);
    drawing.move(rest);
    drawing.finish();
  };
  const list = () => [...elements.get().values()];
  return { clock, elements, sent, drawing, stroke, list };
}

test('a stroke is sent in parts while it is drawn, and is an element afterwards', async () => {
  const { clock, drawing, sent, list } = openDrawing();
  drawing.begin('freedraw', firstPen, [10, 10]);
  drawing.move(Array.from({ length: 99 }, (_, index): Point => [index, 20]));
  await clock.advance(50);
  assert.deepEqual(sent, [64]);
  await clock.advance(50);
  assert.deepEqual(sent, [64, 36]);
  assert.equal(list().length, 0);
  drawing.finish();
  assert.equal(drawing.underWay.get(), undefined);
  const [element] = list();
  assert.deepEqual(
    [element?.x, element?.y, (element?.points as unknown[] | undefined)?.length],
    [10, 10, 100],
  );
});

test('a stroke that is dropped is nowhere', async () => {
  const { clock, drawing, sent, list } = openDrawing();
  drawing.begin('freedraw', firstPen, [10, 10]);
  drawing.drop();
  drawing.finish();
  await clock.advance(1_000);
  assert.deepEqual([sent, list()], [[], []]);
});

test('own steps are undone, the newest first; what others drew stays', () => {
  const { drawing, stroke, list, elements } = openDrawing();
  const foreign = { id: 'foreign', version: 1, versionNonce: 1, isDeleted: false };
  elements.set(new Map([['foreign', foreign]]));
  stroke([0, 0], [10, 10]);
  drawing.write(firstPen, [5, 5], 'two\nlines');
  assert.equal(list().length, 3);
  drawing.undo();
  drawing.undo();
  drawing.undo();
  assert.deepEqual([list(), drawing.mayUndo.get()], [[foreign], false]);
});

test('the eraser removes what it touches, if the person may, and undo brings it back with a higher version', () => {
  const { drawing, stroke, list } = openDrawing(({ x }) => x !== 500);
  stroke([0, 0], [100, 0]);
  stroke([500, 0], [600, 0]);
  drawing.erase([50, 3], 12);
  drawing.erase([550, 3], 12);
  drawing.finishErasing();
  assert.deepEqual(
    list().map(({ x }) => x),
    [500],
  );
  drawing.undo();
  assert.deepEqual(
    list()
      .map(({ x, version }) => [x, version])
      .sort(),
    [
      [0, 3],
      [500, 1],
    ],
  );
});

test('shapes have places and sizes that the server takes; those without a size are none', () => {
  const shape = (kind: 'rectangle' | 'arrow', ...points: Point[]) =>
    elementOf({ id: 'a', kind, pen: firstPen, points, now: 1_800_000_000_000 });
  const rectangle = shape('rectangle', [30, 40], [10, 10]);
  assert.deepEqual([rectangle?.x, rectangle?.y, rectangle?.width, rectangle?.height], [10, 10, 20, 30]);
  assert.deepEqual(shape('arrow', [30, 40], [35, 60], [10, 10])?.points, [
    [0, 0],
    [-20, -30],
  ]);
  assert.equal(shape('rectangle', [30, 40], [31, 41]), undefined);
  assert.ok(rectangle && isTouched(rectangle, [10, 20], 3) && !isTouched(rectangle, [20, 25], 3));
});

test('strokes of others are shown until their element arrives, or their author is silent', async () => {
  const clock = createFakeClock();
  let hear = (_payload: Record<string, unknown>): void => undefined;
  const strokes = new Strokes({
    live: {
      onSignal: (_channel, _event, listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    ...{ channelId: '7', boardId: 'b', participantId: 'me', clock },
  });
  const part = { boardId: 'b', participantId: 'ann', points: [[1, 2]] };
  hear({
    strokes: [
      { ...part, id: 'one', style: { color: '#e03131', width: 6 } },
      { ...part, id: 'two' },
    ],
  });
  hear({ strokes: [{ ...part, id: 'one', points: [[3, 4], ['x', 1], 5] }, null] });
  hear({
    strokes: [
      { ...part, id: 'mine', participantId: 'me' },
      { ...part, boardId: 'c', id: 'other' },
    ],
  });
  // Somebody else cannot continue it.
  hear({ strokes: [{ ...part, id: 'one', participantId: 'bob' }] });
  assert.deepEqual(
    strokes.value.get().map(({ id, points }) => [id, points.length]),
    [
      ['one', 2],
      ['two', 1],
    ],
  );
  strokes.finish(new Map([['one', {}]]));
  assert.deepEqual(
    strokes.value.get().map(({ id }) => id),
    ['two'],
  );
  await clock.advance(10_000);
  assert.deepEqual(strokes.value.get(), []);
  strokes.end();
});
