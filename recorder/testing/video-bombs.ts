import { deflateSync } from 'node:zlib';

/** A box of MP4. */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
};

const matrix = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** A track of H.264 whose table says that it has so many pictures, each of one byte. */
function trackOf(id: number, samples: number): Buffer {
  const entry = Buffer.alloc(78);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(64, 24);
  entry.writeUInt16BE(64, 26);
  const parameters = Buffer.from('0142c00affe1000a6742c00ad904a7a2001001000468ce3c80', 'hex');
  const table = box(
    'stbl',
    box('stsd', numbers(0, 1), box('avc1', entry, box('avcC', parameters))),
    box('stts', numbers(0, 1, samples, 1)),
    box('stsc', numbers(0, 1, 1, samples, 1)),
    box('stsz', numbers(0, 1, samples)),
    box('stco', numbers(0, 1, 40)),
  );
  return box(
    'trak',
    box('tkhd', numbers(7, 0, 0, id, 0, samples, 0, 0, 0, 0), matrix, numbers(64 << 16, 64 << 16)),
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, 90_000, samples, 0x55c40000)),
      box('hdlr', numbers(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
      box(
        'minf',
        box('vmhd', numbers(1, 0, 0)),
        box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1)))),
        table,
      ),
    ),
  );
}

const movie = (...parts: readonly Buffer[]): Buffer =>
  box(
    'moov',
    box('mvhd', numbers(0, 0, 0, 1000, 1000, 0x10000, 0x1000000, 0, 0), matrix, Buffer.alloc(24), numbers(9)),
    ...parts,
  );

const head = box('ftyp', Buffer.from('isom'), numbers(0), Buffer.from('isomavc1'));
const media = box('mdat', Buffer.alloc(64));

/** Files of few bytes whose description takes gigabytes of memory. */
export const videoBombs: Record<string, () => Buffer> = {
  'a table of 200 million pictures': () => Buffer.concat([head, media, movie(trackOf(1, 200_000_000))]),
  'twenty tracks of 25 million pictures': () =>
    Buffer.concat([head, media, movie(...Array.from({ length: 20 }, (_, n) => trackOf(n + 1, 25_000_000)))]),
  'a compressed description': () => {
    const described = movie(trackOf(1, 1), box('free', Buffer.alloc(1_500_000_000)));
    const size = described.length;
    const small = Buffer.concat([numbers(size), deflateSync(described, { level: 9 })]);
    return Buffer.concat([
      head,
      media,
      box('moov', box('cmov', box('dcom', Buffer.from('zlib')), box('cmvd', small))),
    ]);
  },
};
