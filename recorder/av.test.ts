import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AV_PIX_FMT_YUV420P, type Frame } from 'node-av';
import { refill, videoFrame } from './av.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const size = { width: 64, height: 36, format: AV_PIX_FMT_YUV420P };
const length = (64 * 36 * 3) / 2;

/** Only the frame references the bytes when this returns. */
function given(give: (bytes: Buffer) => void): WeakRef<Buffer> {
  const bytes = Buffer.alloc(length, 7);
  give(bytes);
  return new WeakRef(bytes);
}

/** @returns true once the bytes are collected; a weak reference keeps its target until the end of the event loop turn */
async function areGone(bytes: WeakRef<Buffer>): Promise<boolean> {
  for (let time = 0; time < 20; time++) {
    await turn();
    collect();
    if (bytes.deref() === undefined) return true;
  }
  return false;
}

test('a frame keeps its bytes alive for as long as it lives', async () => {
  const made: { frame?: Frame } = {};
  const first = given((bytes) => {
    made.frame = videoFrame(bytes, size);
  });
  assert.equal(await areGone(first), false);
  assert.equal(made.frame?.toBuffer()[0], 7);
  const second = given((bytes) => {
    if (made.frame) refill(made.frame, bytes, 'fill again');
  });
  assert.equal(await areGone(first), true, 'the replaced bytes are released');
  assert.equal(await areGone(second), false);
  made.frame.free();
  delete made.frame;
  assert.equal(await areGone(second), true);
});
