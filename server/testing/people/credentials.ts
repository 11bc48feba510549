import assert from 'node:assert/strict';
import { ApiError, type Client } from '../../../contract/client/index.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { makeUser, openLink, type TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';

/** One credential of each kind for one room; the most powerful one last. */
export const credentials = [
  'nobody',
  'forged',
  'client',
  'stranger',
  'guestLink',
  'moderatorLink',
  'guest',
  'moderator',
  'owner',
] as const;
export type Credential = (typeof credentials)[number];

let strangers = 0;

export async function credentialsFor(
  lectern: Lectern,
  group: TestGroup,
): Promise<Record<Credential, Client>> {
  strangers += 1;
  const byLink = async (role: 'user' | 'moderator') => {
    const { url } = await group.owner.generateAccess({ ...group.at, body: { username: 'Ann', role } });
    const link = await openLink(lectern, url, `browser of a ${role}`);
    const entered = await link.createParticipant({
      spaceId: group.spaceId,
      body: { roomId: group.room.id, clientUniqueId: `browser of a ${role}` },
    });
    return { link, session: lectern.client(entered.access_token) };
  };
  const [guest, moderator] = [await byLink('user'), await byLink('moderator')];
  return {
    nobody: lectern.client(),
    forged: lectern.client(`lpt_${'A'.repeat(43)}`),
    client: lectern.client(lectern.owner.clientToken),
    stranger: (await makeUser(lectern, `stranger-${strangers}`)).api,
    guestLink: guest.link,
    moderatorLink: moderator.link,
    guest: guest.session,
    moderator: moderator.session,
    owner: group.owner,
  };
}

export type CredentialOutcome = 'ok' | ErrorCode;

const unseen: Credential[] = ['client', 'stranger', 'guestLink', 'moderatorLink', 'guest', 'moderator'];

/** The outcome of an operation for accounts that lead the room, in a public group: sessions of a call are refused. */
export const leadersInPublic: Record<Credential, CredentialOutcome> = {
  nobody: 'unauthorized',
  forged: 'unauthorized',
  client: 'forbidden',
  stranger: 'forbidden',
  guestLink: 'forbidden',
  moderatorLink: 'forbidden',
  guest: 'forbidden',
  moderator: 'forbidden',
  owner: 'ok',
};

/** The same in a private group, for operations that sessions of a call do not see either. */
export const leadersInPrivate: Record<Credential, CredentialOutcome> = {
  ...leadersInPublic,
  ...Object.fromEntries(unseen.map((name) => [name, 'not_found' as const])),
};

async function outcomeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'ok';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** Sends the request with each credential and checks the outcomes against the table. */
export async function checkEachCredential<C extends string>(
  apis: Record<C, Client>,
  ask: (api: Client) => Promise<unknown>,
  expected: Record<C, CredentialOutcome>,
): Promise<void> {
  const told: Record<string, string> = {};
  for (const name of Object.keys(apis) as C[]) told[name] = await outcomeOf(ask(apis[name]));
  assert.deepEqual(told, expected);
}
