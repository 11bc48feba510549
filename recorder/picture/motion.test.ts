import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TilePlan } from './layout.ts';
import { Motion } from './motion.ts';

const size = { width: 1280, height: 720 };

type Point = readonly [x: number, y: number];

const plan = (id: string, [x, y]: Point, more: { width?: number; radius?: number } = {}): TilePlan => {
  const { width = 320, radius = 12 } = more;
  return {
    key: `camera:${id}`,
    participantId: id,
    source: 'camera',
    rect: { x, y, width, height: (width * 9) / 16 },
    radius,
  };
};

/** Positions of one tile, picture by picture at 25 a second. */
function way(motion: Motion, key: string, from: number): TilePlan[] {
  return Array.from({ length: 12 }, (_, index) => motion.at(from + index / 25, size)).flatMap((plans) =>
    plans.filter((one) => one.key === key),
  );
}

function assertMonotone(values: readonly number[], [first, last]: readonly [number, number]): void {
  assert.equal(values[0], first);
  assert.equal(values.at(-1), last);
  const sign = Math.sign(last - first);
  values.slice(1).forEach((value, index) => {
    assert.ok((value - (values[index] ?? 0)) * sign >= 0, `moves backwards: ${values.join(' ')}`);
  });
  const largest = Math.max(...values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0))));
  assert.ok(largest <= Math.abs(last - first) * 0.25, `jumps: ${values.join(' ')}`);
}

test('the first picture has every tile in its place', () => {
  const motion = new Motion();
  motion.aim([plan('a', [0, 0])], 0);
  assert.deepEqual(motion.at(0, size), [plan('a', [0, 0])]);
});

test('a tile glides to its place in about 0.3 s, never backwards and without a jump', () => {
  const motion = new Motion();
  motion.aim([plan('a', [0, 0])], 0);
  motion.aim([plan('a', [600, 300], { width: 640, radius: 0 })], 5);
  const rects = way(motion, 'camera:a', 5).map(({ rect }) => rect);
  assertMonotone(
    rects.map(({ x }) => x),
    [0, 600],
  );
  assertMonotone(
    rects.map(({ y }) => y),
    [0, 300],
  );
  assertMonotone(
    rects.map(({ width }) => width),
    [320, 640],
  );
  assert.notEqual(motion.at(5.2, size)[0]?.rect.x, 600);
  assert.deepEqual(motion.at(5.36, size), [plan('a', [600, 300], { width: 640, radius: 0 })]);
  for (const { x, y, width, height } of rects) {
    assert.ok([x, y, width, height].every((value) => value % 2 === 0));
  }
});

test('a late picture is as far along as it should be, and the same aim again restarts nothing', () => {
  const [one, other] = [new Motion(), new Motion()];
  for (const motion of [one, other]) {
    motion.aim([plan('a', [0, 0])], 0);
    motion.aim([plan('a', [600, 300])], 1);
  }
  for (let t = 1; t < 1.2; t += 0.04) one.aim([plan('a', [600, 300])], t);
  assert.deepEqual(one.at(1.2, size), other.at(1.2, size));
});

test('a tile with a new target continues from its current position', () => {
  const motion = new Motion();
  motion.aim([plan('a', [0, 0])], 0);
  motion.aim([plan('a', [600, 0])], 1);
  const before = motion.at(1.16, size)[0]?.rect.x ?? 0;
  assert.ok(before > 100 && before < 500);
  motion.aim([plan('a', [0, 0])], 1.16);
  assert.equal(motion.at(1.16, size)[0]?.rect.x, before);
  assertMonotone(
    way(motion, 'camera:a', 1.16).map(({ rect }) => rect.x),
    [before, 0],
  );
});

test('a new tile grows from the middle of its place, a leaving one shrinks and disappears', () => {
  const motion = new Motion();
  motion.aim([plan('a', [0, 0])], 0);
  motion.aim([plan('a', [0, 0]), plan('b', [640, 0])], 1);
  const widths = way(motion, 'camera:b', 1).map(({ rect }) => rect.width);
  assertMonotone(widths, [0, 320]);
  motion.aim([plan('b', [640, 0])], 2);
  const leaving = way(motion, 'camera:a', 2).map(({ rect }) => rect.width);
  assertMonotone(leaving, [320, 0]);
  motion.aim([plan('b', [640, 0])], 2.4);
  assert.deepEqual(
    motion.at(2.4, size).map(({ key }) => key),
    ['camera:b'],
  );
});

test('a tile that returns while shrinking grows again from its current size', () => {
  const motion = new Motion();
  motion.aim([plan('a', [0, 0])], 0);
  motion.aim([], 1);
  const before = motion.at(1.16, size)[0]?.rect.width ?? 0;
  motion.aim([plan('a', [0, 0])], 1.16);
  assert.equal(motion.at(1.16, size)[0]?.rect.width, before);
  assert.equal(motion.at(1.6, size)[0]?.rect.width, 320);
});
