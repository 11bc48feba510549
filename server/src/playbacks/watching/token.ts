import type { Keyring } from '../../platform/crypto.ts';

const purpose = 'playlist token';
const idBytes = 12;
const expiryBytes = 6;
const payloadBytes = 3 * idBytes + expiryBytes;
const macBytes = 24;

/** How long a token is valid, in ms. Each report of the player brings a new one. */
export const playlistTokenMs = 120_000;

/** The content of the token in a playlist's address. */
export interface PlaylistGrant {
  viewingId: string;
  sessionId: string;
  participantId: string;
  expiresAt: Date;
}

/** 66 bytes in base64url have no spare bits, so that a token has only one spelling. */
export function sealPlaylistToken(keyring: Keyring, grant: PlaylistGrant): string {
  const payload = Buffer.alloc(payloadBytes);
  [grant.viewingId, grant.sessionId, grant.participantId].forEach((id, index) => {
    payload.write(id, index * idBytes, 'hex');
  });
  payload.writeUIntBE(grant.expiresAt.getTime(), 3 * idBytes, expiryBytes);
  const mac = keyring.sign(purpose, payload).subarray(0, macBytes);
  return Buffer.concat([payload, mac]).toString('base64url');
}

const tokenPattern = /^[\w-]{88}$/;

/** @returns undefined for a forged, changed or expired token */
export function openPlaylistToken(keyring: Keyring, token: string, time: Date): PlaylistGrant | undefined {
  if (!tokenPattern.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(0, payloadBytes);
  if (!keyring.verify(purpose, payload, bytes.subarray(payloadBytes))) return undefined;
  const expiresAt = new Date(payload.readUIntBE(3 * idBytes, expiryBytes));
  if (expiresAt <= time) return undefined;
  const id = (index: number) => payload.toString('hex', index * idBytes, (index + 1) * idBytes);
  return { viewingId: id(0), sessionId: id(1), participantId: id(2), expiresAt };
}
