import type { Keyring } from '../platform/crypto.ts';
import { idInToken, idTokenOf } from '../platform/id-token.ts';

const purpose = 'access-link';

/** The token of a link. */
export const tokenOf = (keyring: Keyring, linkId: string): string => idTokenOf(keyring, purpose, linkId);

/** @returns the link's id, or undefined for a token that this installation did not create */
export const linkIdOf = (keyring: Keyring, token: string): string | undefined =>
  idInToken(keyring, purpose, token);
