import { open } from 'node:fs/promises';

/** The top-level boxes of an MP4 file in order; a cut box has the size that its header says. */
export async function boxesOf(path: string): Promise<{ type: string; at: number; size: number }[]> {
  const file = await open(path);
  try {
    const { size: end } = await file.stat();
    const boxes = [];
    const head = Buffer.alloc(16);
    for (let at = 0; at + 8 <= end; ) {
      await file.read(head, 0, 16, at);
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
      boxes.push({ type: head.toString('latin1', 4, 8), at, size });
      if (size < 8) break;
      at += size;
    }
    return boxes;
  } finally {
    await file.close();
  }
}

/** Whether a player can start before it has the whole file. */
export async function isFastStart(path: string): Promise<boolean> {
  const types = (await boxesOf(path)).map(({ type }) => type);
  return types.includes('moov') && types.indexOf('moov') < types.indexOf('mdat') && !types.includes('moof');
}
