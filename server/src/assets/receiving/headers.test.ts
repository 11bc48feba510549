import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metadataOf } from '../../../testing/uploads.ts';
import { Refusal } from '../../platform/errors.ts';
import { readNewUpload } from './headers.ts';

const read = (fields: Record<string, string>, more: Record<string, string> = {}) =>
  readNewUpload({ 'upload-length': '1000', 'upload-metadata': metadataOf(fields), ...more });

const faultsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.details.map(({ path }) => path);
    throw error;
  }
  return [];
};

test('the name of an upload is its file name without the extension, unless the client gives one', () => {
  assert.deepEqual(read({ filename: 'Урок 1.final.mp4', filetype: 'video/mp4' }), {
    ...{ bytes: 1000, fileName: 'Урок 1.final.mp4', name: 'Урок 1.final', purpose: 'video' },
  });
  assert.equal(read({ filename: 'a.mp4', name: ' Algebra ' }).name, 'Algebra');
});

test('a hostile file name becomes one line without folders and control characters', () => {
  const nameOf = (filename: string) => read({ filename }).fileName;
  assert.equal(nameOf('../../etc/passwd'), 'passwd');
  assert.equal(nameOf('C:\\videos\\a.mkv'), 'a.mkv');
  assert.equal(nameOf('a\0b\r\nSet-Cookie: x\u202e.mp4'), 'a b Set-Cookie: x .mp4');
  assert.equal(nameOf('\u200b'), 'video');
  assert.equal([...nameOf(`${'💡'.repeat(300)}.mp4`)].length, 255);
  assert.deepEqual(readNewUpload({ 'upload-length': '5' }), {
    ...{ bytes: 5, fileName: 'video', name: 'video', purpose: 'video' },
  });
});

test('the purpose of an upload is video or document', () => {
  assert.equal(read({ filename: 'a.pdf', purpose: 'document' }).purpose, 'document');
  assert.equal(read({ purpose: 'document' }).name, 'document');
  assert.deepEqual(
    faultsOf(() => read({ filename: 'a.pdf', purpose: 'picture' })),
    ['Upload-Metadata'],
  );
});

test('every fault of the headers is named', () => {
  const bad = { 'upload-length': '-1', 'upload-metadata': 'filename %%%', 'upload-concat': 'partial' };
  assert.deepEqual(
    faultsOf(() => readNewUpload(bad)),
    ['Upload-Length', 'Upload-Metadata', 'Upload-Concat'],
  );
  const lengths = ['', '0', '1.5', '1e3', '0x10', ' 5', '99999999999999999999', 'Infinity'];
  for (const length of lengths) {
    assert.deepEqual(
      faultsOf(() => readNewUpload({ 'upload-length': length })),
      ['Upload-Length'],
      length,
    );
  }
  for (const metadata of ['a ff,a ff', 'filename /w==', 'a b c', ',', 'name YQ=='.repeat(2)]) {
    assert.deepEqual(
      faultsOf(() => read({}, { 'upload-metadata': metadata })),
      ['Upload-Metadata'],
      metadata,
    );
  }
  assert.deepEqual(
    faultsOf(() => readNewUpload({ 'upload-defer-length': '1' })),
    ['Upload-Defer-Length'],
  );
});
