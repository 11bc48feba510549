import type { Clock } from '../../../kit/clock.ts';
import type { Source } from '../api.ts';
import type { Notices } from '../notices.ts';

type Parts = { notices: Notices; clock: Clock };

/** In ms. The media server mutes, and our server says by whom: the two arrive in either order within this time. */
const together = 5_000;

/** Shows by whom a source of this person was turned off. */
export class Muters {
  readonly #parts: Parts;
  readonly #known = new Map<Source, { by: string; at: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Our server says who turns the source off. */
  note(source: Source, by: string): void {
    const { notices, clock } = this.#parts;
    this.#known.set(source, { by, at: clock.now() });
    const shown = notices.list
      .get()
      .find((notice) => notice.kind === 'muted-by-moderator' && notice.source === source && !notice.by);
    if (!shown) return;
    notices.dismiss(shown.id);
    notices.add({ kind: 'muted-by-moderator', source, by });
  }

  /** The media server turned the source off. */
  onMuted(source: Source): void {
    const { notices, clock } = this.#parts;
    const known = this.#known.get(source);
    const by = known && clock.now() - known.at < together ? known.by : undefined;
    notices.add({ kind: 'muted-by-moderator', source, ...(by === undefined ? {} : { by }) });
  }
}
