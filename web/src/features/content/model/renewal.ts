/** Tries in a row after which something else is wrong than an old address. */
const most = 2;
/** An address that ends so soon is not begun with. */
const margin = 30_000;

/** When the signed address of a film is asked for anew, and when its trouble is told instead. */
export class Renewal {
  #tries = 0;

  /** The film plays: whatever fails next is another trouble. */
  flows(): void {
    this.#tries = 0;
  }

  /** The film failed. Is another address worth a try? */
  mayTry(): boolean {
    if (this.#tries >= most) return false;
    this.#tries += 1;
    return true;
  }

  /** Is the address over, before anything fails by it? */
  static isOver(expiresAt: string, now: number): boolean {
    return Date.parse(expiresAt) - margin <= now;
  }
}
