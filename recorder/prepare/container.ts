import { closeSync, openSync, readSync } from 'node:fs';
import { InputFormat } from 'node-av';
import { Unusable } from './unusable.ts';

const headBytes = 400;
const mpegTsPacket = 188;

const starts = (head: Buffer, at: number, ...texts: string[]): boolean =>
  texts.some((text) => head.toString('latin1', at, at + text.length) === text);

/**
 * The demuxer for the first bytes of a file. Only these are used: others, as those of playlists, would open further
 * files and addresses that the uploaded file names.
 */
export function demuxerOf(head: Buffer): string | undefined {
  if (starts(head, 4, 'ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot')) return 'mov';
  if (starts(head, 0, '\x1a\x45\xdf\xa3')) return 'matroska';
  if (starts(head, 0, 'RIFF') && starts(head, 8, 'AVI ')) return 'avi';
  if (starts(head, 0, 'OggS')) return 'ogg';
  if (starts(head, 0, 'FLV\x01')) return 'flv';
  if (starts(head, 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return 'asf';
  if (starts(head, 0, '\x00\x00\x01\xba')) return 'mpeg';
  if (head[0] === 0x47 && head[mpegTsPacket] === 0x47) return 'mpegts';
  return undefined;
}

/** @throws Unusable if the file is of no known format */
export function formatOfFile(path: string): InputFormat {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(headBytes);
  try {
    readSync(file, head, 0, headBytes, 0);
  } finally {
    closeSync(file);
  }
  const name = demuxerOf(head);
  const format = name ? InputFormat.findInputFormat(name) : null;
  if (!format) throw new Unusable('unreadable', 'the file is of no known video format');
  return format;
}
