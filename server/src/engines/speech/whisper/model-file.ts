import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** `ggml` as the first number of the file. */
const magic = 0x67676d6c;
/** Models for English only have this many tokens. */
const englishTokens = 51_864;

/** Path of an installed model. */
export const modelPathIn = (dataDir: string, name: string): string =>
  join(dataDir, 'models', `ggml-${name}.bin`);

export interface ModelFacts {
  isEnglishOnly: boolean;
}

/** Reads the head of a ggml file. @returns undefined if it is none; throws if it cannot be read */
export async function readModelFacts(path: string): Promise<ModelFacts | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  if (bytesRead < 8 || buffer.readUInt32LE(0) !== magic) return undefined;
  return { isEnglishOnly: buffer.readUInt32LE(4) === englishTokens };
}
