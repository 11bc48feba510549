import { Transform } from 'node:stream';

/** Passes bytes on, and fails beyond the limit. */
export const limitBytes = (most: number, error: () => Error): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? error() : null, chunk);
    },
  });
};
