import type { Keyring } from './crypto.ts';

const idBytes = 12;
const macBytes = 20;

/**
 * Builds a token of an id and a MAC. The token is derived whenever needed and never stored
 * (docs/decisions/0002).
 */
export function idTokenOf(keyring: Keyring, purpose: string, id: string): string {
  const bytes = Buffer.from(id, 'hex');
  return Buffer.concat([bytes, keyring.sign(purpose, bytes).subarray(0, macBytes)]).toString('base64url');
}

/** @returns the id, or undefined for a token that this installation did not create for the purpose */
export function idInToken(keyring: Keyring, purpose: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 has several spellings of the same bytes; only the one that we produce is accepted.
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const id = bytes.subarray(0, idBytes);
  return keyring.verify(purpose, id, bytes.subarray(idBytes)) ? id.toString('hex') : undefined;
}
