import type { Keyring } from '../platform/crypto.ts';

const purpose = 'access-link';
const idBytes = 12;
const macBytes = 20;

/** Builds the token of a link from its id and a MAC. The token is derived whenever needed and never stored. */
export function tokenOf(keyring: Keyring, linkId: string): string {
  const id = Buffer.from(linkId, 'hex');
  return Buffer.concat([id, keyring.sign(purpose, id).subarray(0, macBytes)]).toString('base64url');
}

/** @returns the link's id, or undefined for a token that this installation did not create */
export function linkIdOf(keyring: Keyring, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 has several spellings of the same bytes; only the one that we produce is accepted.
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const id = bytes.subarray(0, idBytes);
  return keyring.verify(purpose, id, bytes.subarray(idBytes)) ? id.toString('hex') : undefined;
}
