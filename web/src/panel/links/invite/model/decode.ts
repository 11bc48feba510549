/** Why a file cannot be read as a list. */
export type FileFault = 'tooBig' | 'notText';

const mostBytes = 2_000_000;

/** A file of a spreadsheet program (a ZIP archive), an old Excel file, a PDF. */
const formats = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

const begins = (bytes: Uint8Array, with_: readonly number[]): boolean =>
  with_.every((byte, at) => bytes[at] === byte);

/** Excel saves CSV in the code page of its system, and "Unicode text" as UTF-16. */
function encodingOf(bytes: Uint8Array): string {
  if (begins(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (begins(bytes, [0xfe, 0xff])) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1251';
  }
}

/** The text of a CSV file in UTF-8, UTF-16 or Windows-1251, without a byte order mark. */
export function decodeText(bytes: Uint8Array): { text: string } | { fault: FileFault } {
  if (bytes.length > mostBytes) return { fault: 'tooBig' };
  if (formats.some((format) => begins(bytes, format))) return { fault: 'notText' };
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? { fault: 'notText' } : { text };
}
