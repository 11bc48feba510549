export interface PictureSize {
  width: number;
  height: number;
}

/** `IHDR` is the first chunk of a PNG. */
const ofPng = (bytes: Buffer): PictureSize => ({
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
});

/** Frame headers of JPEG are these markers, without those of tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Decoders skip these markers, which have no length: a picture with one before its frame is refused. */
const isWithoutLength = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

function ofJpeg(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (isWithoutLength(marker)) return undefined;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function ofWebp(bytes: Buffer): PictureSize | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

/** The size that the header of a PNG, JPEG or WebP states; undefined if there is none. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  try {
    if (bytes[0] === 0x89) return ofPng(bytes);
    return bytes[0] === 0xff ? ofJpeg(bytes) : ofWebp(bytes);
  } catch {
    // The file ends within its header.
    return undefined;
  }
}
