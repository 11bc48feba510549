import type { Credential, CredentialOutcome } from '../../../testing/people/credentials.ts';

const unseen: Credential[] = ['client', 'stranger', 'guestLink', 'moderatorLink', 'guest', 'moderator'];

/** The outcome of analytics by credential in a public group: sessions of a call never see them. */
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

/** The same in a private group. */
export const leadersInPrivate: Record<Credential, CredentialOutcome> = {
  ...leadersInPublic,
  ...Object.fromEntries(unseen.map((name) => [name, 'not_found' as const])),
};
