import type { Poll } from './api.ts';
import { keepOwnAnswers, newerOf } from './changes.ts';

/** The polls of a room as the page knows them: from the channel, from its changes, from the list and from responses. */
export class KnownPolls {
  readonly #polls = new Map<string, Poll>();
  readonly #gone = new Set<string>();
  /** Polls known from before the channel was read whole: those that the next list lacks are removed. */
  #doubtful = new Set<string>();
  readonly #changed: () => void;

  /** @param changed called after each change */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  all(): Poll[] {
    return [...this.#polls.values()];
  }

  get(pollId: string): Poll | undefined {
    return this.#polls.get(pollId);
  }

  /** Takes the running polls of a channel that was read whole. */
  takeRunning(running: readonly Poll[]): void {
    for (const [id, poll] of this.#polls) if (poll.status === 'in_progress') this.#polls.delete(id);
    this.#doubtful = new Set(this.#polls.keys());
    for (const poll of running) this.#polls.set(poll.id, poll);
    this.#changed();
  }

  /** Takes the list; of running polls only what changes do not contain. */
  takeList(list: readonly Poll[]): void {
    for (const id of this.#doubtful) if (!list.some((poll) => poll.id === id)) this.#polls.delete(id);
    this.#doubtful.clear();
    for (const poll of list) {
      if (!this.#gone.has(poll.id)) this.#polls.set(poll.id, this.#newer(poll));
    }
    this.#changed();
  }

  /** Takes the response to a start or a stop. The change may have arrived before, with votes after it. */
  takeLater(poll: Poll): void {
    this.take(this.#newer(poll));
  }

  take(poll: Poll): void {
    if (this.#gone.has(poll.id)) return;
    this.#polls.set(poll.id, keepOwnAnswers(poll, this.#polls.get(poll.id)));
    this.#doubtful.delete(poll.id);
    this.#changed();
  }

  change(pollId: string, change: (poll: Poll) => Poll): void {
    const poll = this.#polls.get(pollId);
    if (!poll) return;
    this.#polls.set(pollId, change(poll));
    this.#changed();
  }

  /** Removes a poll; what is late of it does not bring it back. */
  forget(pollId: string): void {
    this.#gone.add(pollId);
    this.#polls.delete(pollId);
    this.#changed();
  }

  #newer(poll: Poll): Poll {
    const known = this.#polls.get(poll.id);
    return known ? newerOf(known, poll) : poll;
  }
}
