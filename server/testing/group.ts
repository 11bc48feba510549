import type { Client } from '../../contract/client/index.ts';
import type { Answer, Body } from '../../contract/routes.ts';
import type { Lectern } from './lectern.ts';

export interface TestUser {
  id: string;
  email: string;
  password: string;
  api: Client;
  token: string;
}

/** Creates an account other than the owner's, and signs it in. */
export async function makeUser(lectern: Lectern, name: string): Promise<TestUser> {
  const { owner } = lectern;
  const email = `${name}@example.org`;
  const password = `password of ${name}`;
  const { id } = await lectern
    .client(owner.clientToken)
    .createUser({ body: { email, password, username: name } });
  const { access_token: token } = await lectern.client().issueToken({
    body: {
      grant_type: 'password',
      client_id: owner.clientId,
      client_secret: owner.clientSecret,
      username: email,
      password,
    },
  });
  return { id, email, password, token, api: lectern.client(token) };
}

export interface TestGroup {
  /** The owner's client, with a personal token. */
  owner: Client;
  spaceId: string;
  room: Answer<'createRoom'>;
  /** The path parameters of the room. */
  at: { spaceId: string; roomId: string };
}

/** Creates a group of the owner's with one room. */
export async function makeGroup(
  lectern: Lectern,
  settings: Partial<Body<'createRoom'>> = {},
  ofSpace: Partial<Body<'createSpace'>> = {},
): Promise<TestGroup> {
  const owner = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'School', ...ofSpace } });
  const room = await owner.createRoom({ spaceId, body: { name: 'Algebra', ...settings } });
  return { owner, spaceId, room, at: { spaceId, roomId: room.id } };
}

/** The token in an access link's URL. */
export const tokenIn = (url: string): string => new URL(url).searchParams.get('accessToken') ?? '';

/** Opens an access link in a browser. @returns a client with the link's session */
export async function openLink(lectern: Lectern, url: string, browser: string): Promise<Client> {
  const session = await lectern
    .client()
    .openAccessLink({ body: { accessToken: tokenIn(url), clientUniqueId: browser } });
  return lectern.client(session.access_token);
}
