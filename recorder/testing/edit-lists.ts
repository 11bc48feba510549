import { box } from './video-bombs.ts';

/** A part of a track that is shown. */
export interface Edit {
  /** Seconds of the track as it was shown before; undefined is a pause without media. */
  from: number | undefined;
  seconds: number;
}

/** Changes the bodies of the boxes at a path such as `moov/trak`. */
function changed(data: Buffer, path: string, change: (body: Buffer) => Buffer): Buffer {
  const [wanted, ...rest] = path.split('/');
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= data.length; ) {
    const size = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    const body = data.subarray(at + 8, at + size);
    if (type !== wanted) parts.push(data.subarray(at, at + size));
    else parts.push(box(type, rest.length > 0 ? changed(body, rest.join('/'), change) : change(body)));
    at += size;
  }
  return Buffer.concat(parts);
}

/** The bodies of the boxes at a path. */
function bodiesAt(data: Buffer, path: string): Buffer[] {
  const found: Buffer[] = [];
  changed(data, path, (body) => {
    found.push(body);
    return body;
  });
  return found;
}

interface Scales {
  movie: number;
  media: number;
  /** Where the track began before, in its own units. */
  begin: number;
}

function editList(edits: readonly Edit[], scales: Scales): Buffer {
  const list = Buffer.alloc(8 + edits.length * 12);
  list.writeUInt32BE(edits.length, 4);
  for (const [index, { from, seconds }] of edits.entries()) {
    const at = 8 + index * 12;
    list.writeUInt32BE(Math.round(seconds * scales.movie), at);
    list.writeInt32BE(from === undefined ? -1 : scales.begin + Math.round(from * scales.media), at + 4);
    list.writeUInt16BE(1, at + 8);
  }
  return box('elst', list);
}

/** Replaces the edit lists of an MP4 file whose `moov` is at its end. @param edits for each kind of track */
export function withEdits(file: Buffer, edits: Partial<Record<'vide' | 'soun', readonly Edit[]>>): Buffer {
  const [header = Buffer.alloc(0)] = bodiesAt(file, 'moov/mvhd');
  const movie = header.readUInt32BE(12);
  return changed(file, 'moov/trak', (track) => {
    const [handler = Buffer.alloc(0)] = bodiesAt(track, 'mdia/hdlr');
    const [media = Buffer.alloc(0)] = bodiesAt(track, 'mdia/mdhd');
    const wanted = edits[handler.toString('latin1', 8, 12) as 'vide' | 'soun'];
    if (!wanted) return track;
    const begin = bodiesAt(track, 'edts/elst').at(-1)?.readInt32BE(12) ?? 0;
    const list = editList(wanted, { movie, media: media.readUInt32BE(12), begin });
    return changed(track, 'edts', () => list);
  });
}
