import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Poll } from '../polls/api.ts';
import type { WebinarApi } from './api.ts';
import type { OpenItem } from './types.ts';

type Parts = {
  api: Pick<WebinarApi, 'polls'>;
  viewingId: string;
  /** The server's clock in ms. */
  now: () => number;
};

/** In ms. While a poll is open its totals are read so often, and after a failure so much later. */
const readEvery = 10_000;
const failurePause = 3_000;
/** In seconds. Without a seek the position moves less between two looks. */
const jump = 5;

const isPollAt = (second: number) => (item: OpenItem) =>
  item.type === 'poll' && item.at <= second && (item.until === null || item.until > second);

/** The polls of a permanent session that the viewer has reached. Nothing reports their votes: they are read again. */
export class ViewerPolls {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #list = createStore<readonly Poll[]>([]);
  readonly list: Store<readonly Poll[]> = this.#list;
  #shownIds = '';
  #second = 0;
  #readAt = 0;
  #isReading = false;
  #mustRead = false;
  #hasFailed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param items those of the last report @param second the one that the player shows */
  look(items: readonly OpenItem[], second: number): void {
    const openIds = items.filter(isPollAt(second)).map(({ pollId }) => pollId);
    const hasChanged = openIds.join(' ') !== this.#shownIds || Math.abs(second - this.#second) > jump;
    this.#shownIds = openIds.join(' ');
    this.#second = second;
    this.#mustRead ||= hasChanged;
    const passed = this.#parts.now() - this.#readAt;
    const isDue = this.#mustRead || (openIds.length > 0 && passed >= readEvery);
    if (!isDue || this.#isReading || (this.#hasFailed && passed < failurePause)) return;
    // The list has polls of the next seconds too, without the second.
    void this.#read(new Set(items.filter(({ at }) => at > second).map(({ pollId }) => pollId)));
  }

  end(): void {
    this.#scope.end();
  }

  async #read(hidden: ReadonlySet<string | undefined>): Promise<void> {
    this.#isReading = true;
    this.#mustRead = false;
    this.#readAt = this.#parts.now();
    try {
      const polls = await this.#parts.api.polls(this.#parts.viewingId);
      if (!this.#scope.ended) this.#list.set(polls.filter(({ id }) => !hidden.has(id)));
      this.#hasFailed = false;
    } catch {
      // A later look reads again; until then the polls are shown as they were.
      this.#hasFailed = true;
      this.#mustRead = true;
    }
    this.#isReading = false;
  }
}
