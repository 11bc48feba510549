import type { Keyring } from '../platform/crypto.ts';

const purpose = 'access-link';
const idBytes = 12;
const macBytes = 20;

/** The token of a link: its id and proof that we gave it. It is drawn again whenever needed and stored nowhere. */
export function tokenOf(keyring: Keyring, linkId: string): string {
  const id = Buffer.from(linkId, 'hex');
  return Buffer.concat([id, keyring.sign(purpose, id).subarray(0, macBytes)]).toString('base64url');
}

/** @returns the link's id, or undefined for a token that we did not give */
export function linkIdOf(keyring: Keyring, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 can be written in several ways; only the one that we wrote is the token.
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const id = bytes.subarray(0, idBytes);
  return keyring.verify(purpose, id, bytes.subarray(idBytes)) ? id.toString('hex') : undefined;
}
