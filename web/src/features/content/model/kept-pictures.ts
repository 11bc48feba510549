import type { ListedRecord } from './record.ts';

type Pictured = Pick<ListedRecord, 'id' | 'posterUrl' | 'previewUrl'>;
type Kept = Pick<ListedRecord, 'posterUrl' | 'previewUrl'> & { since: number };

/** Half of what an address is good for. */
const lasting = 12 * 3_600_000;

/**
 * Every node signs addresses anew every ten minutes, and may sign others than the node that answered before. A picture
 * that is shown keeps the one it has as long as that is good: a list that lies open would load and draw it again.
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

  /** What it has could not be read: the next answer's is as good as any. */
  forget(id: string): void {
    this.#kept.delete(id);
  }
}
