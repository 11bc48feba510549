/** After this many attempts in a row an expired address is not the reason. */
const most = 2;
/** In ms. An address that expires sooner is replaced before playback. */
const margin = 30_000;

/** Decides when a video's signed address is renewed and when its failure is shown. */
export class Renewal {
  #tries = 0;

  /** The video plays: the next failure counts anew. */
  flows(): void {
    this.#tries = 0;
  }

  /** The video failed. Returns whether a new address may help. */
  mayTry(): boolean {
    if (this.#tries >= most) return false;
    this.#tries += 1;
    return true;
  }

  /** True if the address has expired or soon will. */
  static isOver(expiresAt: string, now: number): boolean {
    return Date.parse(expiresAt) - margin <= now;
  }
}
