/** A byte range; both ends are included. */
export interface Range {
  first: number;
  last: number;
}

/** More ranges would cost more than the whole file. */
const most = 20;

function rangeOf(text: string, size: number): Range | 'none' | undefined {
  const parts = /^(\d*)-(\d*)$/.exec(text);
  if (!parts || text === '-') return undefined;
  const [, from = '', to = ''] = parts;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'none' : { first: size - count, last: size - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= size) return 'none';
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** Merges ranges that touch, so that no byte is sent twice. The order of the request stays. */
function mergeRanges(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { first, last } of ranges) {
    let whole = { first, last };
    for (let index = result.length - 1; index >= 0; index -= 1) {
      const other = result[index];
      if (!other || other.first > whole.last + 1 || whole.first > other.last + 1) continue;
      whole = { first: Math.min(other.first, whole.first), last: Math.max(other.last, whole.last) };
      result.splice(index, 1);
    }
    result.push(whole);
  }
  return result;
}

/**
 * Parses a `Range` header for a file of this size (RFC 9110, 14.2).
 * @returns 'whole' if there is no header or it is to be ignored; an empty list if no range can be satisfied
 */
export function rangesOf(header: string | undefined, size: number): Range[] | 'whole' {
  const list = /^\s*bytes\s*=(.*)$/is.exec(header ?? '')?.[1];
  if (list === undefined) return 'whole';
  const found = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => rangeOf(part, size));
  if (found.length === 0 || found.length > 10 * most || found.includes(undefined)) return 'whole';
  const ranges = mergeRanges(found.filter((range): range is Range => typeof range === 'object'));
  return ranges.length > most ? 'whole' : ranges;
}

export const contentRange = ({ first, last }: Range, size: number): string =>
  `bytes ${first}-${last}/${size}`;

/** The parts of a `multipart/byteranges` body: the head of each range, and the tail. */
export function partsOf(
  ranges: Range[],
  { size, contentType, boundary }: { size: number; contentType: string; boundary: string },
) {
  const heads = ranges.map((range) =>
    Buffer.from(
      `\r\n--${boundary}\r\ncontent-type: ${contentType}\r\ncontent-range: ${contentRange(range, size)}\r\n\r\n`,
    ),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const media = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const bytes = heads.reduce((sum, head) => sum + head.length, tail.length + media);
  return { heads, tail, bytes };
}
