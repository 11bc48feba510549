/** Speech engines hear so many samples in a second. */
export const speechRate = 16_000;
/** Samples have 16 bits. */
export const speechBytesPerSecond = 2 * speechRate;

export const wavHeaderBytes = 44;

/** The header of a WAV file with so many bytes of samples, mono at 16 kHz. */
export function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(wavHeaderBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(speechRate, 24);
  header.writeUInt32LE(speechBytesPerSecond, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
