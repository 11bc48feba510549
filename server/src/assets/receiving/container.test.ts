import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videoBytes } from '../../../testing/uploads.ts';
import { containerOf } from './container.ts';

test('the first bytes show MP4, MOV, Matroska and WebM', () => {
  const expected = { mp4: 'video/mp4', mov: 'video/quicktime', mkv: 'video/x-matroska', webm: 'video/webm' };
  for (const [kind, type] of Object.entries(expected)) {
    assert.equal(containerOf(videoBytes(64, kind as keyof typeof expected)), type);
  }
  assert.equal(containerOf(Buffer.from('\0\0\0\x08wide\0\0\0\0mdat    ', 'latin1')), 'video/quicktime');
});

test('pictures, sound, pages, archives and short files are no videos', () => {
  const others = [
    '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
    '\0\0\0\x18ftypM4A \0\0\0\0M4A mp42',
    '<!doctype html><html><script>',
    'PK\x03\x04 an archive of some length',
    '\x1a\x45\xdf\xa3\x8f\x42\x82\x84exe!and more',
    '\x1a\x45\xdf\xa3 without a document type',
    '\0\0\0\x14ftypisom',
    '',
  ];
  for (const text of others) assert.equal(containerOf(Buffer.from(text, 'latin1')), undefined, text);
});
