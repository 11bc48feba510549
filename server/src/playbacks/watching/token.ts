import { after } from '../../platform/clock.ts';
import { type Keyring, sameBytes } from '../../platform/crypto.ts';

const purpose = 'playlist token';
const idBytes = 12;
const expiryBytes = 6;
const payloadBytes = 3 * idBytes + expiryBytes;
const macBytes = 24;

/** How long a token is valid at most, in ms. */
export const playlistTokenMs = 120_000;
/** A report of the player brings a new token if less than this is left of the old one, in ms. */
const renewMs = 90_000;

/** A viewing whose playlists are opened by a token. */
export interface TokenSubject {
  viewingId: string;
  sessionId: string;
  participantId: string;
}

/** The content of the token in a playlist's address. */
export interface PlaylistGrant extends TokenSubject {
  expiresAt: Date;
}

/** 66 bytes in base64url have no spare bits, so that a token has only one spelling. */
const tokenPattern = /^[\w-]{88}$/;

const idAt = (payload: Buffer, index: number): string =>
  payload.toString('hex', index * idBytes, (index + 1) * idBytes);

function sealed(keyring: Keyring, grant: PlaylistGrant): Buffer {
  const payload = Buffer.alloc(payloadBytes);
  [grant.viewingId, grant.sessionId, grant.participantId].forEach((id, index) => {
    payload.write(id, index * idBytes, 'hex');
  });
  payload.writeUIntBE(grant.expiresAt.getTime(), 3 * idBytes, expiryBytes);
  return Buffer.concat([payload, keyring.sign(purpose, payload).subarray(0, macBytes)]);
}

interface Issued {
  grant: PlaylistGrant;
  bytes: Buffer;
  token: string;
}

/**
 * Seals and opens tokens, which are not stored. Thousands of players ask every few seconds: the latest token of each
 * viewing is kept in memory, used again for half a minute and not verified again.
 */
export class PlaylistTokens {
  readonly #keyring: Keyring;
  readonly #issued = new Map<string, Issued>();
  #sweptAt = 0;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /** @returns a token that is valid for at most two minutes, and not longer than until `latest` */
  tokenFor(subject: TokenSubject, latest: Date, time: Date): string {
    const known = this.#issued.get(subject.viewingId);
    const inTime = after(playlistTokenMs, time);
    const isFresh =
      known !== undefined &&
      known.grant.expiresAt > after(renewMs, time) &&
      known.grant.expiresAt <= (inTime < latest ? inTime : latest) &&
      known.grant.sessionId === subject.sessionId &&
      known.grant.participantId === subject.participantId;
    if (isFresh) return known.token;
    const grant = { ...subject, expiresAt: inTime < latest ? inTime : latest };
    const bytes = sealed(this.#keyring, grant);
    const token = bytes.toString('base64url');
    this.#sweep(time);
    this.#issued.set(subject.viewingId, { grant, bytes, token });
    return token;
  }

  /** @returns undefined for a forged, changed or expired token */
  open(token: string, time: Date): PlaylistGrant | undefined {
    if (!tokenPattern.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const issued = this.#issued.get(idAt(bytes, 0));
    const grant = issued && sameBytes(issued.bytes, bytes) ? issued.grant : this.#verified(bytes);
    return grant && grant.expiresAt > time ? grant : undefined;
  }

  #verified(bytes: Buffer): PlaylistGrant | undefined {
    const payload = bytes.subarray(0, payloadBytes);
    if (!this.#keyring.verify(purpose, payload, bytes.subarray(payloadBytes))) return undefined;
    const expiresAt = new Date(payload.readUIntBE(3 * idBytes, expiryBytes));
    const [viewingId, sessionId, participantId] = [idAt(payload, 0), idAt(payload, 1), idAt(payload, 2)];
    return { viewingId, sessionId, participantId, expiresAt };
  }

  #sweep(time: Date): void {
    if (Math.abs(time.getTime() - this.#sweptAt) < playlistTokenMs) return;
    this.#sweptAt = time.getTime();
    for (const [id, { grant }] of this.#issued) if (grant.expiresAt <= time) this.#issued.delete(id);
  }
}
