import type { Client } from '../../../contract/client/index.ts';
import { makeUser, type TestUser } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { openBrowser } from '../people/browser.ts';
import type { StagePart } from './ends.ts';
import type { Known } from './requests.ts';

export type SparePart = Extract<StagePart, `spare${string}`>;

let spares = 0;

/** The cookies of a new session: `asking` for requests, `renewing` to refresh the session. */
export async function openSpareSession(url: string, { email, password }: TestUser) {
  const browser = openBrowser(url);
  await browser.api.createSession({ body: { email, password } });
  const cookie = (name: string) => `${name}=${browser.cookies.get(name)?.value}`;
  return { asking: cookie('accessToken'), renewing: `${cookie('accessToken')}; ${cookie('refreshToken')}` };
}

/** A second account on which nothing depends: its password, sessions, tokens and group may end. */
export class SpareAccount {
  readonly #lectern: Lectern;
  readonly known: Known['spare'] = { ids: {}, credentials: {} };
  #account!: TestUser;
  #api!: Client;

  constructor(lectern: Lectern) {
    this.#lectern = lectern;
  }

  async makeAnew(part: SparePart): Promise<void> {
    const makers: Record<SparePart, () => Promise<void>> = {
      spare: () => this.#make(),
      spareSession: () => this.#makeSession(),
      spareToken: () => this.#makeToken(),
      spareSpace: () => this.#makeSpace(),
      spareWebhook: () => this.#removeWebhook(),
    };
    await makers[part]();
  }

  async #make(): Promise<void> {
    spares += 1;
    this.#account = await makeUser(this.#lectern, `fuzz-spare-${spares}-${Date.now()}`);
    const { email, password, token, api } = this.#account;
    const personal = await api.createPersonalToken({ body: { name: 'asks' } });
    this.#api = this.#lectern.client(personal.token);
    Object.assign(this.known.ids, { email: [email], password: [password], currentPassword: [password] });
    Object.assign(this.known.credentials, { user: [token], personal: [personal.token] });
    await this.#makeSession();
    await this.#makeToken();
    await this.#makeSpace();
  }

  async #makeSession(): Promise<void> {
    const { asking, renewing } = await openSpareSession(this.#lectern.url, this.#account);
    const sessionId = (await this.#api.listSessions()).items.map(({ id }) => id);
    this.known.credentials.session = [asking];
    Object.assign(this.known.ids, { cookies: [renewing], sessionId });
  }

  async #makeToken(): Promise<void> {
    const { id } = await this.#api.createPersonalToken({ body: { name: 'of the path' } });
    this.known.ids.tokenId = [id];
  }

  async #makeSpace(): Promise<void> {
    const { id: spaceId } = await this.#api.createSpace({ body: { name: 'Spare' } });
    const { id: roomId } = await this.#api.createRoom({ spaceId, body: { name: 'Spare' } });
    const { id } = await this.#api.createSpaceToken({ spaceId, body: { name: 'of the path' } });
    Object.assign(this.known.ids, { spaceId: [spaceId], roomId: [roomId], spaceTokenId: [id] });
  }

  /** A group has at most one first webhook, and one API of BigBlueButton: one of them was made. */
  async #removeWebhook(): Promise<void> {
    const spaceId = this.known.ids.spaceId?.[0] ?? '';
    await Promise.allSettled([
      this.#api.deleteWebhook({ spaceId }),
      this.#api.deleteBigBlueButton({ spaceId }),
    ]);
  }
}
