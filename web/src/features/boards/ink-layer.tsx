import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { createStore } from '../../kit/store.ts';
import type { OpenBoard } from '../../models/board/boards.ts';
import type { BoardElement } from '../../models/board/elements.ts';
import { boardWidth, letterSize, type Pen, type Point } from '../../models/board/pen.ts';
import type { InkProps } from '../../room/meeting-parts.ts';
import { useBoardsIfOpen } from '../../room/room-parts.tsx';
import { drawInk, type InkCanvas } from '../../ui/ink/draw-ink.ts';
import { type InkElement, inkElementIn, inkOrder } from '../../ui/ink/ink-element.ts';
import { useStore } from '../../ui/use-store.ts';
import css from './ink-layer.module.css';

/** Pixels of the drawing's longer side: sharp on large screens, and small enough for phones. */
const pixels = 1_920;
const noBoard = createStore<OpenBoard | undefined>(undefined);
const noPen = createStore<Pen | undefined>(undefined);

/** The drawing over the page on the stage, and the place where the person with a pen draws. */
export function InkLayer({ shape }: InkProps) {
  const boards = useBoardsIfOpen();
  const open = useStore(boards?.shown ?? noBoard);
  const pen = useStore(boards?.pen ?? noPen);
  if (!open) return null;
  return (
    <>
      <Finished key={open.boardId} open={open} shape={shape} />
      <UnderWay open={open} shape={shape} />
      {pen && <PenPlace open={open} pen={pen} shape={shape} />}
    </>
  );
}

type LayerProps = { open: OpenBoard; shape: number };

const sizeOf = (shape: number) => ({ width: pixels, height: Math.max(1, Math.round(pixels / shape)) });

/** Draws elements in the coordinates of the board. */
function drawAll(canvas: HTMLCanvasElement, elements: readonly InkElement[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = canvas.width / boardWidth;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  for (const element of elements) drawInk(context as InkCanvas, element);
}

function clear(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d');
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, canvas.width, canvas.height);
}

/** New elements on top are added to the picture; any other change draws it again. */
function Finished({ open, shape }: LayerProps) {
  const text = useText('boards');
  const elements = useStore(open.model.elements);
  const ref = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ list: readonly InkElement[]; shape: number }>({ list: [], shape });
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const list = inkOrder([...elements.values()].flatMap((element) => inkElementIn(element) ?? []));
    const before = drawn.current;
    const isMore = before.shape === shape && before.list.every((element, index) => element === list[index]);
    if (!isMore) clear(canvas);
    drawAll(canvas, isMore ? list.slice(before.list.length) : list);
    drawn.current = { list, shape };
  }, [elements, shape]);
  return (
    <canvas
      ref={ref}
      className={css.ink}
      {...sizeOf(shape)}
      role="img"
      aria-label={text.drawing(elements.size)}
      data-ink={elements.size}
    />
  );
}

/** Strokes that are not finished: those of others, and what this person draws. */
function UnderWay({ open, shape }: LayerProps) {
  const strokes = useStore(open.strokes.value);
  const own = useStore(open.drawing.underWay);
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const others = strokes.map(({ id, points, color, width }) => ({
      ...{ id, type: 'freedraw', x: 0, y: 0, width: 0, height: 0, points },
      ...{ strokeColor: color, strokeWidth: width },
    }));
    clear(canvas);
    drawAll(canvas, [...others, ...(own ? [own as BoardElement & InkElement] : [])]);
  }, [strokes, own]);
  return (
    <canvas ref={ref} className={css.ink} {...sizeOf(shape)} aria-hidden data-strokes={strokes.length} />
  );
}

/** The place of the picture in its element, as `object-fit: contain` puts it. */
function placeIn({ width, height }: { width: number; height: number }, shape: number) {
  const scale = Math.min(width / shape, height);
  return {
    left: (width - scale * shape) / 2,
    top: (height - scale) / 2,
    perUnit: (scale * shape) / boardWidth,
  };
}

type Client = { clientX: number; clientY: number };

function pointAt(element: HTMLElement, shape: number, { clientX, clientY }: Client): Point {
  const box = element.getBoundingClientRect();
  const { left, top, perUnit } = placeIn(box, shape);
  return [(clientX - box.left - left) / perUnit, (clientY - box.top - top) / perUnit];
}

const reach = 12;

function PenPlace({ open: { drawing }, pen, shape }: LayerProps & { pen: Pen }) {
  const ref = useRef<HTMLDivElement>(null);
  const [writing, setWriting] = useState<Point>();
  const isDown = useRef(false);
  const at = (event: Client): Point => pointAt(ref.current as HTMLDivElement, shape, event);
  const finish = (): void => {
    if (!isDown.current) return;
    isDown.current = false;
    if (pen.tool === 'eraser') drawing.finishErasing();
    else drawing.finish();
  };
  const keepsFocus = {
    onMouseDown: (event: MouseEvent): void => {
      // A new field would lose the focus at once.
      if (event.target === ref.current) event.preventDefault();
    },
  };
  return (
    <div
      ref={ref}
      className={css.place}
      data-pen={pen.tool}
      {...keepsFocus}
      onPointerDown={(event) => {
        event.stopPropagation();
        if (!event.isPrimary || event.button !== 0 || event.target !== ref.current) return;
        if (pen.tool === 'text') {
          // An open field puts its text on the board when it loses the focus.
          if (writing) (document.activeElement as HTMLElement | null)?.blur();
          else setWriting(at(event));
          return;
        }
        event.currentTarget.setPointerCapture(event.pointerId);
        isDown.current = true;
        if (pen.tool === 'eraser') drawing.erase(at(event), reach);
        else drawing.begin(pen.tool, pen, at(event));
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (!isDown.current || !event.isPrimary) return;
        const { nativeEvent } = event;
        const moves = nativeEvent.getCoalescedEvents?.() ?? [];
        const points = (moves.length > 0 ? moves : [nativeEvent]).map(at);
        if (pen.tool === 'eraser') for (const point of points) drawing.erase(point, reach);
        else drawing.move(points);
      }}
      onPointerUp={(event) => {
        event.stopPropagation();
        if (event.isPrimary) finish();
      }}
      onPointerCancel={finish}
    >
      {writing && (
        <Writing
          point={writing}
          pen={pen}
          place={placeIn(
            { width: ref.current?.clientWidth ?? 0, height: ref.current?.clientHeight ?? 0 },
            shape,
          )}
          onDone={(words) => {
            setWriting(undefined);
            if (words) drawing.write(pen, writing, words);
          }}
        />
      )}
    </div>
  );
}

type WritingProps = {
  point: Point;
  pen: Pen;
  place: ReturnType<typeof placeIn>;
  onDone: (words: string) => void;
};

/** Enter puts the text on the board, Shift and Enter begin a line, Escape forgets it. */
function Writing({ point: [x, y], pen, place: { left, top, perUnit }, onDone }: WritingProps) {
  const text = useText('boards');
  const [words, setWords] = useState('');
  const isDone = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const done = (result: string): void => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(result);
  };
  return (
    <textarea
      ref={field}
      className={css.writing}
      aria-label={text.words}
      maxLength={1_000}
      rows={words.split('\n').length}
      cols={Math.max(4, ...words.split('\n').map(({ length }) => length + 1))}
      style={{
        insetBlockStart: top + y * perUnit,
        transform: `translateX(${left + x * perUnit}px)`,
        fontSize: letterSize(pen.width) * perUnit,
        color: pen.color,
      }}
      value={words}
      onChange={(event) => setWords(event.currentTarget.value)}
      onBlur={() => done(words)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') done('');
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        done(words);
      }}
    />
  );
}
