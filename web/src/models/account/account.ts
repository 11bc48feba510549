import { ApiError, type Client } from '../../../../contract/client/index.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { createCookieClient } from './cookie-client.ts';

export type OwnUser = Answer<'getOwnUser'>;

export type AccountState =
  | { phase: 'asking' }
  /** Nobody is signed in. */
  | { phase: 'out' }
  /** The server did not say; it may be asked again. */
  | { phase: 'away' }
  /** `isEnded`: the sign-in ended by itself; what is on the page waits for the same person to come back. */
  | { phase: 'in'; me: OwnUser; isEnded: boolean };

export type AccountParts = {
  fetch: typeof fetch;
  baseUrl?: string;
  /** Who is signed in here, as far as this browser knows; all its tabs read and write the same. */
  memory: { read: () => string | undefined; write: (userId: string | undefined) => void };
};

/** Who is signed in on this page, and the API in their name. */
export class Account {
  readonly client: Client;
  readonly #memory: AccountParts['memory'];
  readonly #state = createStore<AccountState>({ phase: 'asking' });
  #waiting: ((isBack: boolean) => void)[] = [];
  #asked: Promise<void> | undefined;
  #keepers = 0;

  constructor({ fetch, baseUrl, memory }: AccountParts) {
    this.#memory = memory;
    this.client = createCookieClient({
      fetch,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      onEnded: () => this.#onEnded(),
    });
  }

  get state(): Store<AccountState> {
    return this.#state;
  }

  /** Finds out who is signed in; asks the server once, however often it is called. */
  start(): Promise<void> {
    this.#asked ??= this.ask();
    return this.#asked;
  }

  /** Asks the server anew: after it was away, or when another tab signed in or out. */
  async ask(): Promise<void> {
    if (this.#state.get().phase === 'away') this.#state.set({ phase: 'asking' });
    try {
      this.#enter(await this.client.getOwnUser());
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.#leave();
      else if (this.#state.get().phase === 'asking') this.#state.set({ phase: 'away' });
    }
  }

  async signIn(body: Body<'createSession'>): Promise<void> {
    this.#enter(await this.client.createSession({ body }));
  }

  async register(body: Body<'register'>): Promise<void> {
    this.#enter(await this.client.register({ body }));
  }

  async signOut(): Promise<void> {
    try {
      await this.client.deleteSession();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    this.#leave();
  }

  /**
   * While somebody keeps it, a sign-in that ends by itself waits for the same person to come back: a page that asks
   * for the password. Elsewhere it is simply over. Returns the end of the keeping.
   */
  holdEndedSession(): () => void {
    this.#keepers += 1;
    return () => {
      this.#keepers -= 1;
    };
  }

  /** Lets go of a sign-in that ended, instead of taking it up again. */
  dropEndedSession(): void {
    this.#leave();
  }

  /** The account is other than it was: its name, its address. */
  updateUser(me: OwnUser): void {
    const state = this.#state.get();
    if (state.phase === 'in') this.#state.set({ ...state, me });
  }

  /** Another tab wrote who is signed in now. */
  noteOtherTab(userId: string | undefined): void {
    const state = this.#state.get();
    const known = state.phase === 'in' && !state.isEnded ? state.me.id : undefined;
    if (userId !== known) void this.ask();
  }

  #enter(me: OwnUser): void {
    const state = this.#state.get();
    const isSame = state.phase === 'in' && state.me.id === me.id;
    this.#state.set({ phase: 'in', me, isEnded: false });
    if (this.#memory.read() !== me.id) this.#memory.write(me.id);
    this.#answer(isSame);
  }

  #leave(): void {
    this.#state.set({ phase: 'out' });
    if (this.#memory.read() !== undefined) this.#memory.write(undefined);
    this.#answer(false);
  }

  #onEnded(): Promise<boolean> {
    const state = this.#state.get();
    if (state.phase === 'in' && this.#keepers === 0) this.#leave();
    if (state.phase !== 'in' || this.#keepers === 0) return Promise.resolve(false);
    if (!state.isEnded) this.#state.set({ ...state, isEnded: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #answer(isBack: boolean): void {
    for (const resolve of this.#waiting.splice(0)) resolve(isBack);
  }
}
