/** From the first byte to the last one, both of them included. */
export interface Range {
  first: number;
  last: number;
}

/** More than so many would cost more than the whole. */
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

/** Those that touch each other become one: nobody gets a byte twice. The order of the request stays. */
function joined(ranges: Range[]): Range[] {
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
 * What a `Range` header asks of so many bytes (RFC 9110, 14.2).
 * @returns 'whole' where there is none, or one that is to be ignored; an empty list where none of it can be had
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
  const ranges = joined(found.filter((range): range is Range => typeof range === 'object'));
  return ranges.length > most ? 'whole' : ranges;
}

export const contentRange = ({ first, last }: Range, size: number): string =>
  `bytes ${first}-${last}/${size}`;

/** Several ranges as one body, `multipart/byteranges`: what stands before each of them, and after the last. */
export function partsOf(ranges: Range[], { size, contentType, boundary }: MultipartOptions) {
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

interface MultipartOptions {
  size: number;
  contentType: string;
  boundary: string;
}
