import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication, textFrame } from './frames.ts';

/** The length in the frame's header, and where its text begins (RFC 6455, 5.2). */
function announced(frame: Buffer): { length: number; start: number } {
  const short = frame[1] ?? 0;
  if (short < 126) return { length: short, start: 2 };
  if (short === 126) return { length: frame.readUInt16BE(2), start: 4 };
  return { length: Number(frame.readBigUInt64BE(2)), start: 10 };
}

test('a frame announces its length at every border of the three length encodings', () => {
  for (const size of [0, 1, 124, 125, 126, 127, 65_534, 65_535, 65_536, 65_537, 200_000]) {
    const text = 'x'.repeat(size);
    const frame = textFrame(text);
    const { length, start } = announced(frame);
    assert.equal(frame[0], 0x81);
    assert.equal(length, size);
    assert.equal(frame.length, start + size);
    assert.equal(frame.subarray(start).toString(), text);
  }
  const { length } = announced(textFrame('ж'.repeat(100)));
  assert.equal(length, 200);
});

test('a publication writes multi-line data on one line, with the same meaning', () => {
  const data = '{\r\n  "text": "one\\ntwo"\n}';
  assert.equal(publication(data, 3), '{"data":{"text":"one\\ntwo"},"offset":3}');
  assert.equal(publication('{"a": 1}'), '{"data":{"a": 1}}');
});
