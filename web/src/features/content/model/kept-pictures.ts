import type { ListedRecord } from './record.ts';

type Pictured = Pick<ListedRecord, 'id' | 'posterUrl' | 'previewUrl'>;
type Kept = Pick<ListedRecord, 'posterUrl' | 'previewUrl'> & { since: number };

/** In ms. Half of an address's lifetime. */
const lasting = 12 * 3_600_000;

/**
 * Keeps the picture addresses of shown rows while they are valid. Every node signs new addresses every ten minutes,
 * and different ones from other nodes; an open list would load all pictures again.
 */
export class KeptPictures {
  readonly #kept = new Map<string, Kept>();

  keep<T extends Pictured>(record: T, now: number): T {
    const { id, posterUrl, previewUrl } = record;
    const known = this.#kept.get(id);
    const isSame =
      known !== undefined &&
      now - known.since < lasting &&
      (known.posterUrl === null) === (posterUrl === null) &&
      (known.previewUrl === null) === (previewUrl === null);
    if (isSame) return { ...record, posterUrl: known.posterUrl, previewUrl: known.previewUrl };
    this.#kept.set(id, { posterUrl, previewUrl, since: now });
    return record;
  }

  /** The kept address failed, so take the next one. */
  forget(id: string): void {
    this.#kept.delete(id);
  }
}
