import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { avatarColor } from '../../contract/avatars.ts';
import type { Layout } from '../folder/job.ts';
import { stageColours } from './drawings.ts';
import { type Yuv, yuvOfHex } from './i420.ts';
import { arrangeTiles } from './layout.ts';
import { createPicture } from './picture.ts';
import type { Rect, Size } from './rect.ts';
import type { Scene, ScenePerson, VideoPicture } from './scene.ts';

const hd = { width: 1280, height: 720 };
const small = { width: 320, height: 180 };
let serial = 0;

/** A frame of one colour. */
function frame(colour: Yuv, { width, height }: Size = small): VideoPicture {
  const quarter = Math.ceil(width / 2) * Math.ceil(height / 2);
  const data = new Uint8Array(width * height + 2 * quarter);
  data.fill(colour.y, 0, width * height);
  data.fill(colour.u, width * height, width * height + quarter);
  data.fill(colour.v, width * height + quarter);
  serial += 1;
  return { data, width, height, serial };
}

/** A frame with a light upper half and a dark lower half. */
function halves(size: Size): VideoPicture {
  const picture = frame({ y: 200, u: 128, v: 128 }, size);
  picture.data.fill(40, (size.width * size.height) / 2, size.width * size.height);
  return picture;
}

const colourOf = (index: number): Yuv => ({ y: 60 + index * 9, u: 90 + index * 5, v: 180 - index * 6 });

function person(order: number, more: Partial<ScenePerson> = {}): ScenePerson {
  return {
    participantId: `p${order}`,
    name: '',
    order,
    isMuted: false,
    isSpeaking: false,
    camera: frame(colourOf(order)),
    screen: undefined,
    ...more,
  };
}

const crowd = (count: number, more: (order: number) => Partial<ScenePerson> = () => ({})): ScenePerson[] =>
  Array.from({ length: count }, (_, order) => person(order, more(order)));

const scene = (people: ScenePerson[], speakerId?: string): Scene => ({ people, speakerId });

/** The colour of one point of the picture. */
function at(data: Uint8Array, { width, height }: Size, point: { x: number; y: number }): Yuv {
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
  const luma = width * height;
  const cell = (y >> 1) * (width / 2) + (x >> 1);
  return { y: data[y * width + x] ?? 0, u: data[luma + cell] ?? 0, v: data[luma * 1.25 + cell] ?? 0 };
}

function assertColour(found: Yuv, wanted: Yuv, what: string): void {
  const far = Math.max(
    Math.abs(found.y - wanted.y),
    Math.abs(found.u - wanted.u),
    Math.abs(found.v - wanted.v),
  );
  assert.ok(far <= 3, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** Points of a tile that nothing covers: its middle, and near its four sides. */
const pointsOf = ({ x, y, width, height }: Rect): { x: number; y: number }[] => [
  { x: x + width / 2, y: y + height / 2 },
  { x: x + 1, y: y + height / 2 },
  { x: x + width - 2, y: y + height / 2 },
  { x: x + width / 2, y: y + 1 },
  { x: x + width / 2, y: y + height - 2 },
];

function draw(
  people: ScenePerson[],
  options: { layout?: Layout; size?: Size; speakerId?: string } = {},
): Uint8Array {
  const { layout = 'grid', size = hd, speakerId } = options;
  const picture = createPicture({ ...size, layout });
  const data = Uint8Array.from(picture.draw(scene(people, speakerId), 0));
  picture.close();
  return data;
}

/** Asserts that two pictures are equal except for rounded corners. */
function assertSame(found: Uint8Array, wanted: Uint8Array): void {
  assert.equal(found.length, wanted.length);
  const far = found.reduce((most, value, index) => Math.max(most, Math.abs(value - (wanted[index] ?? 0))), 0);
  assert.ok(far <= 2, `values differ by ${far}`);
}

test('every tile has its own colour up to the edges, and the background is between them', () => {
  for (const size of [hd, { width: 640, height: 360 }]) {
    for (const count of [1, 2, 3, 5, 9, 16]) {
      const people = crowd(count);
      const data = draw(people, { size });
      const seated = people.map(({ participantId }) => participantId);
      arrangeTiles({ size, layout: 'grid', seated, screen: undefined }).forEach(({ rect }, index) => {
        for (const point of pointsOf(rect))
          assertColour(at(data, size, point), colourOf(index), `p${index} of ${count}`);
        const beside = { x: rect.x + rect.width + 1, y: rect.y + rect.height / 2 };
        if (beside.x < size.width)
          assertColour(at(data, size, beside), yuvOfHex(stageColours.ground), 'the gap');
      });
    }
  }
});

test('the speaker view shows the speaking person in the large tile', () => {
  const data = draw(crowd(4), { layout: 'speaker', speakerId: 'p2' });
  const seated = ['p2', 'p0', 'p1', 'p3'];
  for (const { rect, participantId } of arrangeTiles({
    size: hd,
    layout: 'speaker',
    seated,
    screen: undefined,
  })) {
    const middle = pointsOf(rect)[0] ?? rect;
    assertColour(at(data, hd, middle), colourOf(Number(participantId.slice(1))), participantId);
  }
});

test('a screen is large in both layouts, with the people beside it', () => {
  const white = { y: 220, u: 120, v: 140 };
  for (const layout of ['grid', 'speaker'] as const) {
    const people = crowd(3, (order) =>
      order === 1 ? { screen: frame(white, { width: 640, height: 400 }) } : {},
    );
    const data = draw(people, { layout, speakerId: 'p0' });
    const seated = layout === 'grid' ? ['p0', 'p1', 'p2'] : ['p0'];
    const screen = { participantId: 'p1', shape: 1.6 };
    for (const { rect, source, participantId } of arrangeTiles({ size: hd, layout, seated, screen })) {
      const colour = source === 'screen' ? white : colourOf(Number(participantId.slice(1)));
      for (const point of pointsOf(rect))
        assertColour(at(data, hd, point), colour, `${source} ${participantId}`);
    }
  }
});

test('a camera that goes off leaves a placeholder of the person’s colour, and returns', () => {
  const picture = createPicture({ ...hd, layout: 'grid' });
  picture.draw(scene(crowd(4)), 0);
  const off = picture.draw(scene(crowd(4, (order) => (order === 1 ? { camera: undefined } : {}))), 1);
  const [, second] = arrangeTiles({
    size: hd,
    layout: 'grid',
    seated: ['p0', 'p1', 'p2', 'p3'],
    screen: undefined,
  });
  assert.ok(second);
  const { x, y, width, height } = second.rect;
  assertColour(
    at(off, hd, { x: x + 40, y: y + 40 }),
    yuvOfHex(stageColours.tile),
    'the ground of the placeholder',
  );
  const onCircle = { x: x + width / 2, y: y + height / 2 - height * 0.14 };
  assertColour(at(off, hd, onCircle), yuvOfHex(avatarColor('p1')), 'the circle');
  const on = picture.draw(scene(crowd(4)), 2);
  assertColour(at(on, hd, { x: x + 40, y: y + 40 }), colourOf(1), 'the camera again');
  picture.close();
});

test('an empty room is shown as a card, not as a black picture', () => {
  const data = draw([]);
  assertColour(at(data, hd, { x: 10, y: 10 }), yuvOfHex(stageColours.ground), 'the ground');
  assert.notDeepEqual(at(data, hd, { x: 640, y: 345 }), at(data, hd, { x: 10, y: 10 }));
});

test('names, the mark of a muted microphone and the speaking frame are drawn in the right tiles', () => {
  const plain = draw([person(0), person(1)]);
  const marked = draw([person(0, { name: 'Анна' }), person(1, { isMuted: true })]);
  const [first, second] = arrangeTiles({ size: hd, layout: 'grid', seated: ['p0', 'p1'], screen: undefined });
  assert.ok(first && second);
  const changed = (other: Uint8Array, { x, y, width, height }: Rect): number => {
    let count = 0;
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) {
        const place = row * hd.width + column;
        if (Math.abs((plain[place] ?? 0) - (other[place] ?? 0)) > 20) count += 1;
      }
    }
    return count;
  };
  const lower = ({ x, y, width, height }: Rect): Rect => ({
    x,
    y: y + height - 60,
    width: width / 2,
    height: 60,
  });
  const upper = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height: height - 60 });
  for (const { rect } of [first, second]) {
    assert.ok(changed(marked, lower(rect)) > 300);
    assert.equal(changed(marked, upper(rect)), 0);
  }
  const picture = createPicture({ ...hd, layout: 'grid' });
  const speaking = [person(0, { isSpeaking: true }), person(1, { isSpeaking: true, isMuted: true })];
  picture.draw(scene(speaking), 0);
  const data = picture.draw(scene(speaking), 1);
  const edge = { x: first.rect.x + first.rect.width / 2, y: first.rect.y + 1 };
  assertColour(at(data, hd, edge), yuvOfHex(stageColours.speaking), 'the frame');
  assertColour(at(data, hd, { ...edge, x: second.rect.x + 200 }), colourOf(1), 'muted, so no frame');
  picture.close();
});

test('frames of every size and shape are drawn and stay inside their tile', () => {
  const sizes = [
    [16, 16],
    [17, 33],
    [321, 181],
    [1279, 719],
    [640, 480],
    [180, 320],
    [1920, 400],
    [30, 720],
    [720, 30],
  ];
  for (const [width = 0, height = 0] of sizes) {
    const people = crowd(4, (order) =>
      order === 0 ? { camera: frame(colourOf(9), { width, height }) } : {},
    );
    const data = draw(people);
    const seated = ['p0', 'p1', 'p2', 'p3'];
    const [own, right] = arrangeTiles({ size: hd, layout: 'grid', seated, screen: undefined });
    assert.ok(own && right);
    const middle = { x: own.rect.x + own.rect.width / 2, y: own.rect.y + own.rect.height / 2 };
    assertColour(at(data, hd, middle), colourOf(9), `${width}x${height}`);
    assertColour(
      at(data, hd, { x: own.rect.x + own.rect.width, y: middle.y }),
      yuvOfHex(stageColours.ground),
      'the gap',
    );
    for (const point of pointsOf(right.rect))
      assertColour(at(data, hd, point), colourOf(1), `beside ${width}x${height}`);
  }
});

test('the picture of an upright phone is shown whole', () => {
  const data = draw([person(0, { camera: halves({ width: 360, height: 640 }) }), person(1)]);
  const [first] = arrangeTiles({ size: hd, layout: 'grid', seated: ['p0', 'p1'], screen: undefined });
  assert.ok(first);
  const { rect } = first;
  const middle = rect.x + rect.width / 2;
  const light = (y: number): number => at(data, hd, { x: middle, y }).y;
  assert.ok(light(rect.y + 4) > 180 && light(rect.y + rect.height * 0.47) > 180);
  assert.ok(light(rect.y + rect.height - 4) < 60 && light(rect.y + rect.height * 0.53) < 60);
});

test('fill frames of 8 pixels are ignored: the last picture stays, and before it the placeholder', () => {
  const tiny = frame({ y: 16, u: 128, v: 128 }, { width: 8, height: 8 });
  const picture = createPicture({ ...hd, layout: 'grid' });
  picture.draw(scene(crowd(2)), 0);
  const data = picture.draw(scene(crowd(2, () => ({ camera: tiny }))), 1);
  assertColour(at(data, hd, { x: 300, y: 360 }), colourOf(0), 'the last picture');
  assertColour(
    at(draw(crowd(1, () => ({ camera: tiny }))), hd, { x: 40, y: 40 }),
    yuvOfHex(stageColours.tile),
    'placeholder',
  );
  const half = { ...frame(colourOf(5)), height: 720 };
  const lacking = draw(crowd(1, () => ({ camera: half })));
  assertColour(at(lacking, hd, { x: 40, y: 40 }), yuvOfHex(stageColours.tile), 'bytes are missing');
  const screens = crowd(2, () => ({ screen: tiny }));
  assertColour(at(draw(screens), hd, { x: 300, y: 360 }), colourOf(0), 'no screen');
  picture.close();
});

test('an unchanged scene is not drawn again and returns the same memory', () => {
  const picture = createPicture({ ...hd, layout: 'grid' });
  const people = crowd(4);
  const data = picture.draw(scene(people), 0);
  const spot = 200 * hd.width + 300;
  const [before] = [data[spot]];
  data[spot] = 255;
  assert.equal(picture.draw(scene(people), 1), data);
  assert.equal(data[spot], 255, 'a frame of the same number is not drawn');
  picture.draw(
    scene(people.map((one) => (one.order === 3 ? { ...one, camera: frame(colourOf(3)) } : one))),
    2,
  );
  assert.equal(data[spot], 255, 'the frame of another person changes nothing here');
  picture.draw(
    scene(people.map((one) => (one.order === 0 ? { ...one, camera: frame(colourOf(0)) } : one))),
    3,
  );
  assert.equal(data[spot], before, "the person's own new frame is drawn");
  picture.close();
});

test('moving tiles leave a complete picture, and the last one equals a picture drawn from scratch', () => {
  const picture = createPicture({ ...hd, layout: 'grid' });
  picture.draw(scene(crowd(2)), 0);
  for (let t = 1; t < 1.6; t += 0.04) picture.draw(scene(crowd(5)), t);
  assertSame(picture.draw(scene(crowd(5)), 2), draw(crowd(5)));
  for (let t = 3; t < 3.6; t += 0.04) picture.draw(scene(crowd(1)), t);
  assertSame(picture.draw(scene(crowd(1)), 4), draw(crowd(1)));
  picture.close();
});

test('a picture gets smaller from one drawing to the next', () => {
  const picture = createPicture({ ...hd, layout: 'grid' });
  picture.draw(scene(crowd(4)), 0);
  const size = { width: 854, height: 480 };
  picture.resize(size);
  const data = picture.draw(scene(crowd(4)), 0.04);
  assert.equal(data.length, size.width * size.height * 1.5);
  assertSame(data, draw(crowd(4), { size }));
  picture.close();
});

test('`wanted` lists the videos that are shown or would be, and no others', () => {
  const picture = createPicture({ ...hd, layout: 'speaker' });
  const people = crowd(12, () => ({ camera: undefined }));
  const cameras = new Set(people.map(({ participantId }) => participantId).filter((id) => id !== 'p3'));
  const wanted = picture.wanted(scene(people, 'p11'), { cameras, screens: new Set() });
  assert.equal(wanted.length, 7);
  const [large] = [...wanted].sort((a, b) => b.width - a.width);
  assert.deepEqual([large?.participantId, large?.source], ['p11', 'camera']);
  assert.ok(!wanted.some(({ participantId }) => participantId === 'p3'));
  const sharing = picture.wanted(scene(people, 'p11'), { cameras, screens: new Set(['p5']) });
  const screen = sharing.find(({ source }) => source === 'screen');
  assert.ok(screen && screen.participantId === 'p5' && screen.width > 1000);
  picture.draw(
    scene(
      people.map((one) => (one.order === 5 ? { ...one, screen: frame(colourOf(1)) } : one)),
      'p11',
    ),
    0,
  );
  const shown = picture.wanted(
    scene(
      people.map((one) => (one.order === 5 ? { ...one, screen: frame(colourOf(1)) } : one)),
      'p11',
    ),
    { cameras, screens: new Set(['p5']) },
  );
  assert.deepEqual(shown.map(({ participantId, source }) => `${source} ${participantId}`).sort(), [
    'camera p11',
    'screen p5',
  ]);
  picture.close();
});

test('two thousand pictures of changing sizes and people do not use more and more memory', async () => {
  const picture = createPicture({ ...small, layout: 'grid' });
  const frames = Array.from({ length: 300 }, (_, index) =>
    frame(colourOf(index % 9), { width: 16 + index * 2, height: 16 + (index % 90) * 2 }),
  );
  const run = async (from: number, count: number): Promise<void> => {
    for (let index = from; index < from + count; index += 1) {
      const people = crowd(2 + (Math.floor(index / 12) % 5), (order) => ({
        name: `Somebody ${Math.floor(index / 5)}`,
        camera: frames[(index + order * 7) % frames.length],
      }));
      picture.draw(scene(people), index / 25);
      // The event loop releases drawings, as between the pictures of a recording.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const held = async (): Promise<number> => {
    if (typeof collect === 'function') collect();
    await new Promise((resolve) => setImmediate(resolve));
    return process.memoryUsage().rss / 2 ** 20;
  };
  await run(0, 500);
  const before = await held();
  await run(500, 2000);
  const grown = (await held()) - before;
  assert.ok(grown < 100, `${Math.round(grown)} MB`);
  picture.close();
});

test('the page on the stage is large, its picture changes at once, and people are beside it', () => {
  const picture = createPicture({ ...hd, layout: 'grid' });
  const page = (colour: Yuv): Scene => ({
    ...scene(crowd(2)),
    stage: { kind: 'page', participantId: null, slide: frame(colour, { width: 640, height: 360 }) },
  });
  const [red, blue] = [
    { y: 90, u: 100, v: 200 },
    { y: 60, u: 200, v: 100 },
  ];
  const [large] = arrangeTiles({
    ...{ size: hd, layout: 'grid', seated: ['p0', 'p1'] },
    screen: { participantId: 'any', shape: 16 / 9 },
  });
  assert.ok(large);
  const middle = { x: large.rect.x + large.rect.width / 2, y: large.rect.y + large.rect.height / 2 };
  assert.deepEqual(at(picture.draw(page(red), 0), hd, middle), red);
  assert.deepEqual(at(picture.draw(page(blue), 0.04), hd, middle), blue);
  picture.close();
});
