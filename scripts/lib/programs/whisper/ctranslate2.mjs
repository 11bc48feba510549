import { readFileSync } from 'node:fs';

/** Bytes of one value, by the number of its type in the file. */
const sizes = [4, 1, 2, 4, 2];
export const FLOAT32 = 0;
export const FLOAT16 = 4;

/**
 * Reads a model in the binary format of CTranslate2: names, shapes, types and bytes of its tensors.
 *
 * @returns {Map<string, { dims: number[], type: number, bytes: Buffer }>}
 */
export function readCtranslate2(path) {
  const file = readFileSync(path);
  let at = 0;
  const number = (bytes) => {
    const value = file.readUIntLE(at, bytes);
    at += bytes;
    return value;
  };
  const text = () => {
    const length = number(2);
    at += length;
    return file.toString('utf8', at - length, at - 1);
  };
  const version = number(4);
  if (version !== 6) throw new Error(`version ${version} of the CTranslate2 format is unknown`);
  text(); // name of the kind of model
  number(4); // its revision
  const tensors = new Map();
  for (let left = number(4); left > 0; left -= 1) {
    const name = text();
    const dims = Array.from({ length: number(1) }, () => number(4));
    const type = number(1);
    const length = number(4);
    if (length !== dims.reduce((product, dim) => product * dim, 1) * sizes[type])
      throw new Error(`the tensor ${name} has a wrong length`);
    tensors.set(name, { dims, type, bytes: file.subarray(at, at + length) });
    at += length;
  }
  for (let left = number(4); left > 0; left -= 1) {
    const alias = text();
    tensors.set(alias, tensors.get(text()));
  }
  return tensors;
}
