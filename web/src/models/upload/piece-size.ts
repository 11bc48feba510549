const kibibyte = 1024;

/** A request that is lost costs no more than this. The server ends a request after 30 s. */
const largestPiece = 8 * 1024 * kibibyte;

/** A proxy that refuses even these has to be configured. */
export const smallestPiece = 256 * kibibyte;

/** Half of a piece; undefined if it would be too small. */
export const halfOf = (bytes: number): number | undefined =>
  bytes / 2 < smallestPiece ? undefined : bytes / 2;

/**
 * How many bytes of a file a request carries. A proxy in front of the server may allow less than we would send: nginx
 * allows 1 MiB unless it is configured. The size that a proxy allows holds for the later uploads of this page, too.
 */
export class PieceSize {
  #bytes = largestPiece;

  get bytes(): number {
    return this.#bytes;
  }

  /** Remembers that the proxy refuses larger pieces. */
  limitTo(bytes: number): void {
    this.#bytes = Math.min(this.#bytes, bytes);
  }
}
