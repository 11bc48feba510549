import { ApiError, type Client } from '../../../../contract/client/index.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { createCookieClient } from './cookie-client.ts';

export type OwnUser = Answer<'getOwnUser'>;

export type AccountState =
  | { phase: 'asking' }
  /** Nobody is signed in. */
  | { phase: 'out' }
  /** The server did not respond; it may be asked again. */
  | { phase: 'away' }
  /** `isEnded`: the sign-in expired; the page waits for the same person to sign in again. */
  | { phase: 'in'; me: OwnUser; isEnded: boolean };

type AccountParts = {
  fetch: typeof fetch;
  baseUrl?: string;
  /** The storage of the signed-in account's id, which all tabs of this browser share. */
  memory: { read: () => string | undefined; write: (userId: string | undefined) => void };
};

/** The signed-in person of this page, and the API with their cookies. */
export class Account {
  readonly client: Client;
  readonly #memory: AccountParts['memory'];
  readonly #state = createStore<AccountState>({ phase: 'asking' });
  readonly state: Store<AccountState> = this.#state;
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

  /** Reads the signed-in person; asks the server once, however often it is called. */
  start(): Promise<void> {
    this.#asked ??= this.ask();
    return this.#asked;
  }

  /** Asks the server again, after an outage or a change in another tab. */
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

  /** Finishes what began at the sign-in provider. Returns the page to show next. */
  async finishProviderSignIn(body: Body<'finishProviderSignIn'>): Promise<string | null> {
    const { user, next } = await this.client.finishProviderSignIn({ body });
    this.#enter(user);
    return next;
  }

  /** Returns the page where the sign-in provider ends its own session, if there is one. */
  async signOut(): Promise<string | null> {
    let url: string | null = null;
    try {
      ({ url } = await this.client.signOut());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    this.#leave();
    return url;
  }

  /**
   * While held, an expired sign-in waits for the same person to sign in again; otherwise it is over. A page that asks
   * for the password holds it. Returns a function that ends the hold.
   */
  holdEndedSession(): () => void {
    this.#keepers += 1;
    return () => {
      this.#keepers -= 1;
    };
  }

  /** Ends an expired sign-in without signing in again. */
  dropEndedSession(): void {
    this.#leave();
  }

  /** Sets changed data of the account, such as its name. */
  updateUser(me: OwnUser): void {
    const state = this.#state.get();
    if (state.phase === 'in') this.#state.set({ ...state, me });
  }

  /** Another tab stored another account. */
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
