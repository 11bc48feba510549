const idr = 5;
const annexB = Buffer.from([0, 0, 1]);

/**
 * Whether an H.264 packet contains an IDR picture. Containers also mark pictures as keys after which some pictures
 * still need earlier ones.
 */
export function hasIdr(data: Buffer | null, extradata: Buffer | null): boolean {
  if (!data) return false;
  return extradata?.[0] === 1 ? hasIdrInLengths(data, ((extradata[4] ?? 3) & 3) + 1) : hasIdrInAnnexB(data);
}

function hasIdrInLengths(data: Buffer, lengthBytes: number): boolean {
  for (let at = 0; at + lengthBytes < data.length; ) {
    const length = data.readUIntBE(at, lengthBytes);
    if (((data[at + lengthBytes] ?? 0) & 31) === idr) return true;
    at += lengthBytes + length;
  }
  return false;
}

function hasIdrInAnnexB(data: Buffer): boolean {
  for (let at = data.indexOf(annexB); at >= 0; at = data.indexOf(annexB, at + 3)) {
    if (((data[at + 3] ?? 0) & 31) === idr) return true;
  }
  return false;
}
