import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PreparedName, segmentPath } from '../folder/prepare-job.ts';

interface Box {
  type: string;
  body: Buffer;
}

function boxesIn(data: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= data.length; ) {
    const size = data.readUInt32BE(at);
    if (size < 8) throw new Error(`a box of ${size} bytes`);
    boxes.push({ type: data.toString('latin1', at + 4, at + 8), body: data.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

/** The boxes at a path of types, such as `moov/trak`. */
function boxesAt(data: Buffer, path: string): Box[] {
  const [type = '', ...rest] = path.split('/');
  const found = boxesIn(data).filter((box) => box.type === type);
  return rest.length === 0 ? found : found.flatMap(({ body }) => boxesAt(body, rest.join('/')));
}

const only = (boxes: Box[]): Buffer => {
  const [box] = boxes;
  if (!box || boxes.length > 1) throw new Error(`${boxes.length} boxes instead of one`);
  return box.body;
};

/** One track of a segment, as a player reads it. Times are in seconds. */
export interface TrackInSegment {
  /** The earliest time at which a sample is shown. */
  begin: number;
  decodeBegin: number;
  decodeEnd: number;
  samples: number;
  beginsWithKey: boolean;
  /** When each sample is shown. */
  times: number[];
}

export interface SegmentFacts {
  video: TrackInSegment | undefined;
  sound: TrackInSegment | undefined;
}

interface TrackHead {
  id: number;
  kind: string;
  scale: number;
}

function headsIn(init: Buffer): TrackHead[] {
  const moov = only(boxesAt(init, 'moov'));
  return boxesAt(moov, 'trak').map(({ body }) => {
    const tkhd = only(boxesAt(body, 'tkhd'));
    const mdhd = only(boxesAt(body, 'mdia/mdhd'));
    const hdlr = only(boxesAt(body, 'mdia/hdlr'));
    if (boxesAt(body, 'edts').length > 0) throw new Error('an edit list, which players of segments ignore');
    return {
      id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
      scale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
      kind: hdlr.toString('latin1', 8, 12),
    };
  });
}

interface Defaults {
  duration: number;
  flags: number;
}

/** Fields of a track fragment header that precede the default duration and the default flags. */
function defaultsIn(tfhd: Buffer): Defaults {
  const flags = tfhd.readUIntBE(1, 3);
  let at = 8;
  const take = (bit: number, bytes: number): number => {
    if ((flags & bit) === 0) return 0;
    at += bytes;
    return bytes === 4 ? tfhd.readUInt32BE(at - 4) : 0;
  };
  take(1, 8);
  take(2, 4);
  const duration = take(8, 4);
  take(16, 4);
  return { duration, flags: take(32, 4) };
}

function trackIn(traf: Buffer, { scale }: TrackHead): TrackInSegment {
  const defaults = defaultsIn(only(boxesAt(traf, 'tfhd')));
  const tfdt = only(boxesAt(traf, 'tfdt'));
  const begin = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
  let decode = begin;
  let isKey: boolean | undefined;
  const times: number[] = [];
  for (const { body } of boxesAt(traf, 'trun')) {
    const flags = body.readUIntBE(1, 3);
    let at = 8 + (flags & 1 ? 4 : 0);
    const firstFlags = flags & 4 ? body.readUInt32BE(at) : undefined;
    if (flags & 4) at += 4;
    for (let n = 0; n < body.readUInt32BE(4); n += 1) {
      const next = (bit: number): number | undefined => {
        if ((flags & bit) === 0) return undefined;
        at += 4;
        return body.readInt32BE(at - 4);
      };
      const duration = next(0x100) ?? defaults.duration;
      next(0x200);
      const own = next(0x400) ?? (n === 0 ? firstFlags : undefined) ?? defaults.flags;
      times.push((decode + (next(0x800) ?? 0)) / scale);
      isKey ??= (own & 0x10000) === 0;
      decode += duration;
    }
  }
  return {
    ...{ begin: Math.min(...times), decodeBegin: begin / scale, decodeEnd: decode / scale },
    ...{ samples: times.length, beginsWithKey: isKey === true, times: times.sort((a, b) => a - b) },
  };
}

/** Reads the segments of a folder as a player does: from their own boxes, without a demuxer that repairs them. */
export function segmentFacts(folder: string, rendition: PreparedName, count: number): SegmentFacts[] {
  const heads = headsIn(readFileSync(join(folder, segmentPath(rendition, -1))));
  return Array.from({ length: count }, (_, index) => {
    const data = readFileSync(join(folder, segmentPath(rendition, index)));
    const trafs = boxesAt(data, 'moof/traf').map(({ body }) => body);
    const of = (kind: string): TrackInSegment | undefined => {
      const head = heads.find((one) => one.kind === kind);
      const traf = trafs.find((body) => only(boxesAt(body, 'tfhd')).readUInt32BE(4) === head?.id);
      return head && traf && trackIn(traf, head);
    };
    return { video: of('vide'), sound: of('soun') };
  });
}
