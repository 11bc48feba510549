import type { Clock } from '../../../kit/clock.ts';
import { createStore, type Store } from '../../../kit/store.ts';

/** In ms. Somebody must speak for this long to become the main speaker, so that a cough changes nothing. */
const takeover = 900;

export type MainSpeaker = { id: string | undefined; rival: { id: string; since: number } | undefined };

/** The next main speaker. `active` are the others who speak now, the loudest first. */
function nextMain(main: MainSpeaker, active: readonly string[], now: number): MainSpeaker {
  const loudest = active[0];
  if (loudest === undefined || (main.id !== undefined && active.includes(main.id))) {
    return main.rival ? { id: main.id, rival: undefined } : main;
  }
  if (main.id === undefined) return { id: loudest, rival: undefined };
  if (main.rival?.id !== loudest) return { id: main.id, rival: { id: loudest, since: now } };
  return now - main.rival.since >= takeover ? { id: loudest, rival: undefined } : main;
}

/** The people who speak now. The list is separate from the call's state: it changes often and concerns single tiles. */
export class Speaking {
  readonly #clock: Clock;
  readonly #ids = createStore<ReadonlySet<string>>(new Set());
  readonly ids: Store<ReadonlySet<string>> = this.#ids;
  readonly #main = createStore<string | undefined>(undefined);
  readonly main: Store<string | undefined> = this.#main;
  #state: MainSpeaker = { id: undefined, rival: undefined };
  #others: readonly string[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All who speak by the media server, the loudest first. */
  update(speakers: readonly { id: string; isMe: boolean }[]): void {
    this.#ids.set(new Set(speakers.map(({ id }) => id)));
    this.#others = speakers.filter(({ isMe }) => !isMe).map(({ id }) => id);
    this.#review();
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #review(): void {
    this.end();
    this.#state = nextMain(this.#state, this.#others, this.#clock.now());
    this.#main.set(this.#state.id);
    if (this.#state.rival) this.#cancel = this.#clock.after(takeover, () => this.#review());
  }
}
