import type { Clock } from '../../kit/clock.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { ChatUser } from './types.ts';

type Parts = { clock: Clock; fetch: (ids: string[]) => Promise<ChatUser[]> };

/** Requests for names within so many milliseconds become one. */
const gather = 30;
const mostAtOnce = 100;
const askAgainAfter = 5_000;

/** The chat users by id. Missing ones are requested automatically. */
export class People {
  readonly #parts: Parts;
  readonly #known = createStore<ReadonlyMap<string, ChatUser>>(new Map());
  readonly known: Store<ReadonlyMap<string, ChatUser>> = this.#known;
  readonly #wanted = new Set<string>();
  /** Ids that the server does not know any more. */
  readonly #nobody = new Set<string>();
  #cancel: (() => void) | undefined;
  #isAsking = false;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(users: readonly ChatUser[]): void {
    if (users.length === 0) return;
    const next = new Map(this.#known.get());
    for (const user of users) {
      next.set(user.id, user);
      this.#wanted.delete(user.id);
    }
    this.#known.set(next);
  }

  /** Makes sure that these users are loaded, now or soon. */
  request(ids: Iterable<string>): void {
    const known = this.#known.get();
    for (const id of ids) if (!known.has(id) && !this.#nobody.has(id)) this.#wanted.add(id);
    if (this.#wanted.size > 0 && !this.#cancel) this.#askAfter(gather);
  }

  /** Loads these users now. Throws if that fails. */
  async load(ids: Iterable<string>): Promise<void> {
    const known = this.#known.get();
    const missing = [...new Set(ids)].filter((id) => !known.has(id) && !this.#nobody.has(id));
    for (let at = 0; at < missing.length; at += mostAtOnce)
      await this.#fetch(missing.slice(at, at + mostAtOnce));
  }

  rename(userId: string, change: Partial<Pick<ChatUser, 'displayName' | 'avatarUrl'>>): void {
    const earlier = this.#known.get().get(userId);
    if (earlier) this.add([{ ...earlier, ...change }]);
  }

  end(): void {
    this.#ended = true;
    this.#cancel?.();
  }

  #askAfter(pause: number): void {
    this.#cancel = this.#parts.clock.after(pause, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#ended) return;
    this.#isAsking = true;
    const ids = [...this.#wanted].slice(0, mostAtOnce);
    let pause = gather;
    try {
      await this.#fetch(ids);
    } catch {
      // A missing name does not block anything: request it again later.
      pause = askAgainAfter;
    }
    this.#isAsking = false;
    this.#cancel = undefined;
    if (this.#wanted.size > 0 && !this.#ended) this.#askAfter(pause);
  }

  async #fetch(ids: string[]): Promise<void> {
    const users = await this.#parts.fetch(ids);
    for (const id of ids) {
      this.#wanted.delete(id);
      if (!users.some((user) => user.id === id)) this.#nobody.add(id);
    }
    this.add(users);
  }
}
