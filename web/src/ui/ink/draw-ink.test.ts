import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { drawInk, type InkCanvas } from './draw-ink.ts';
import { type InkElement, inkElementIn, inkOrder } from './ink-element.ts';

const size = 100;

/** Draws elements on a white square. @returns whether a place has another color than white */
function draw(...elements: Partial<InkElement>[]) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  const usual = { id: 'a', x: 10, y: 10, width: 60, height: 40, strokeColor: '#000', strokeWidth: 4 };
  for (const element of elements)
    drawInk(context as unknown as InkCanvas, { type: 'line', ...usual, ...element });
  const { data } = context.getImageData(0, 0, size, size);
  const colorAt = (x: number, y: number) => [...data.subarray((y * size + x) * 4, (y * size + x) * 4 + 3)];
  return { colorAt, isDrawn: (x: number, y: number) => colorAt(x, y).some((part) => part < 250) };
}

const across = [
  [0, 0],
  [60, 40],
];

test('each kind of element is drawn at its place', () => {
  const middle: [number, number] = [40, 30];
  assert.ok(draw({ type: 'line', points: across }).isDrawn(...middle));
  assert.ok(
    draw({ type: 'freedraw', points: [...across.slice(0, 1), [30, 20], [60, 40]] }).isDrawn(...middle),
  );
  assert.ok(draw({ type: 'freedraw', points: across, pressures: [0.5, 1] }).isDrawn(...middle));
  assert.ok(draw({ type: 'freedraw', points: [[30, 20]] }).isDrawn(...middle), 'a dot');
  const rectangle = draw({ type: 'rectangle' });
  assert.ok(rectangle.isDrawn(10, 30) && !rectangle.isDrawn(...middle));
  assert.deepEqual(draw({ type: 'rectangle', backgroundColor: '#ff0000' }).colorAt(...middle), [255, 0, 0]);
  const ellipse = draw({ type: 'ellipse' });
  assert.ok(ellipse.isDrawn(40, 10) && !ellipse.isDrawn(10, 10) && !ellipse.isDrawn(...middle));
  const text = draw({ type: 'text', text: 'HHH\nHHH', fontSize: 20 });
  assert.ok(
    Array.from({ length: 60 }, (_, x) => text.isDrawn(10 + x, 45)).some(Boolean),
    'the second line of a text',
  );
});

test('an arrow has a head, a turned element is turned about its middle, and opacity is applied', () => {
  const flat = {
    points: [
      [0, 0],
      [60, 0],
    ],
    height: 0,
    y: 50,
  };
  const beside: [number, number] = [60, 45];
  assert.ok(draw({ type: 'arrow', ...flat }).isDrawn(...beside));
  assert.ok(!draw({ type: 'arrow', ...flat, endArrowhead: null }).isDrawn(...beside));
  const turned = draw({ type: 'line', ...flat, angle: Math.PI / 2 });
  assert.ok(turned.isDrawn(40, 25) && !turned.isDrawn(15, 50));
  const [red = 0] = draw({ type: 'line', points: across, opacity: 50 }).colorAt(40, 30);
  assert.ok(red > 100 && red < 160, `${red}`);
});

test('deleted elements and unknown kinds are left out', () => {
  for (const element of [
    { type: 'line', points: across, isDeleted: true },
    { type: 'image' },
    { type: 'constructor' },
    { type: 'line', points: [] },
    { type: 'freedraw', points: [] },
  ])
    assert.ok(!draw(element).isDrawn(40, 30), JSON.stringify(element));
});

test('values that are no elements are not drawn', () => {
  const good = { id: 'a', type: 'line', x: 0, y: 0, width: 1, height: 1 };
  assert.ok(inkElementIn({ ...good, points: across }));
  for (const bad of [
    null,
    7,
    { ...good, x: Number.NaN },
    { ...good, width: '5' },
    { ...good, points: [[0, null]] },
    { ...good, points: 'x' },
    { ...good, id: 3 },
  ])
    assert.equal(inkElementIn(bad), undefined, JSON.stringify(bad));
});

test('elements are drawn in the order of their index', () => {
  const element = (id: string, index?: string): InkElement => ({
    ...{ id, type: 'line', x: 0, y: 0, width: 0, height: 0 },
    index,
  });
  const order = inkOrder([element('c', 'a2'), element('b', 'a1'), element('d', 'a1'), element('a')]);
  assert.deepEqual(
    order.map(({ id }) => id),
    ['a', 'b', 'd', 'c'],
  );
});
