/** Gathers what many people of a place, a room or a channel, do within a time, and passes it on at once. */
export class TimedBatches<Item> {
  readonly #gatherMs: number;
  readonly #pass: (place: string, items: Item[]) => void;
  readonly #gathered = new Map<string, { items: Item[]; timer: NodeJS.Timeout }>();

  constructor(gatherMs: number, pass: (place: string, items: Item[]) => void) {
    this.#gatherMs = gatherMs;
    this.#pass = pass;
  }

  add(place: string, item: Item): void {
    const gathered = this.#gathered.get(place);
    if (gathered) gathered.items.push(item);
    else
      this.#gathered.set(place, {
        items: [item],
        timer: setTimeout(() => this.#end(place), this.#gatherMs),
      });
  }

  #end(place: string): void {
    const gathered = this.#gathered.get(place);
    this.#gathered.delete(place);
    if (gathered) this.#pass(place, gathered.items);
  }

  stop(): void {
    for (const { timer } of this.#gathered.values()) clearTimeout(timer);
    this.#gathered.clear();
  }
}
