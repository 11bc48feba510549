import { type FileHandle, open } from 'node:fs/promises';
import type { Chapter } from '../folder/journal.ts';

/** In bytes: size and type of a box. */
const headBytes = 8;
/** A chapter has one byte for the length of its title, and the list one for their number. */
const most = 255;
/** Units of a chapter's time in a second. */
const perSecond = 10_000_000;

function titleBytes(title: string): Buffer {
  let text = [...title].slice(0, most).join('');
  while (Buffer.byteLength(text) > most) text = [...text].slice(0, -1).join('');
  return Buffer.from(text);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(headBytes + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The list of chapters as players such as VLC and mpv read it (`chpl`). */
function chapterList(chapters: readonly Chapter[]): Buffer {
  const entries = chapters.slice(0, most).map(({ t, title }) => {
    const text = titleBytes(title);
    const head = Buffer.alloc(9);
    head.writeBigUInt64BE(BigInt(Math.round(t * perSecond)));
    head.writeUInt8(text.length, 8);
    return Buffer.concat([head, text]);
  });
  // Version 1, four reserved bytes, the number of chapters.
  return box('chpl', Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, entries.length]), ...entries]));
}

/**
 * A comment that makes room for the chapters in the index of an MP4: node-av cannot write chapters, and a box of
 * another size would move the media.
 */
export const commentFor = (chapters: readonly Chapter[]): string => ' '.repeat(chapterList(chapters).length);

/**
 * Puts chapters in the place of the comment that `commentFor` made.
 * @throws where the file has no such comment
 */
export async function writeChapters(path: string, chapters: readonly Chapter[]): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const index = await find(file, 'moov', { from: 0, to: size });
  const { from, to } = await find(file, 'udta', { from: index.from + headBytes, to: index.to });
  const list = chapterList(chapters);
  const left = to - from - headBytes - list.length;
  if (left < headBytes) throw new Error('the index has no room for chapters');
  const content = Buffer.concat([list, box('free', Buffer.alloc(left - headBytes))]);
  await file.write(box('udta', content), 0, to - from, from);
}

interface Extent {
  from: number;
  to: number;
}

async function find(file: FileHandle, wanted: string, { from, to }: Extent): Promise<Extent> {
  const head = Buffer.alloc(headBytes);
  for (let at = from; at + headBytes <= to; ) {
    await file.read(head, 0, headBytes, at);
    const size = head.readUInt32BE();
    if (size < headBytes || at + size > to) break;
    if (head.toString('latin1', 4) === wanted) return { from: at, to: at + size };
    at += size;
  }
  throw new Error(`the file has no box ${wanted}`);
}
