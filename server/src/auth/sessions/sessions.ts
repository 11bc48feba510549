import type { Keyring } from '../../platform/crypto.ts';
import { prefixes } from '../tokens/prefixes.ts';

/** The session of an opened access link: the link, and the browser that opened it. */
export interface LinkSession {
  linkId: string;
  browserHash: Buffer;
  expiresAt: Date;
}

/** The session of a participant who entered a room. */
export interface ParticipantSession {
  participantId: string;
  expiresAt: Date;
}

/** The session of a chat user. */
export interface ChatSession {
  chatUserId: string;
  expiresAt: Date;
}

const macBytes = 32;
const idBytes = 12;
const timeBytes = 6;

/**
 * Seals sessions, which are not stored: the token contains the claims and a MAC by the installation's key. Layout:
 * id, expiry in milliseconds, other claims, MAC.
 */
export class Sessions {
  readonly #keyring: Keyring;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  sealLinkSession({ linkId, browserHash, expiresAt }: LinkSession): string {
    return this.#seal(prefixes.link, { id: linkId, expiresAt, rest: browserHash });
  }

  /** @returns null for a forged, damaged or expired one */
  openLinkSession(token: string, now: Date): LinkSession | null {
    const opened = this.#open(prefixes.link, token, now);
    return opened && { linkId: opened.id, expiresAt: opened.expiresAt, browserHash: opened.rest };
  }

  sealParticipantSession({ participantId, expiresAt }: ParticipantSession): string {
    return this.#seal(prefixes.participant, { id: participantId, expiresAt, rest: Buffer.alloc(0) });
  }

  /** @returns null for a forged, damaged or expired one */
  openParticipantSession(token: string, now: Date): ParticipantSession | null {
    const opened = this.#open(prefixes.participant, token, now);
    return opened && { participantId: opened.id, expiresAt: opened.expiresAt };
  }

  sealChatSession({ chatUserId, expiresAt }: ChatSession): string {
    // Chat ids are numbers; any of them fits into the layout.
    const id = BigInt(chatUserId)
      .toString(16)
      .padStart(2 * idBytes, '0');
    return this.#seal(prefixes.chat, { id, expiresAt, rest: Buffer.alloc(0) });
  }

  /** @returns null for a forged, damaged or expired one */
  openChatSession(token: string, now: Date): ChatSession | null {
    const opened = this.#open(prefixes.chat, token, now);
    return opened && { chatUserId: BigInt(`0x${opened.id}`).toString(), expiresAt: opened.expiresAt };
  }

  #seal(prefix: string, content: Content): string {
    const time = Buffer.alloc(timeBytes);
    time.writeUIntBE(content.expiresAt.getTime(), 0, timeBytes);
    const data = Buffer.concat([Buffer.from(content.id, 'hex'), time, content.rest]);
    const mac = this.#keyring.sign(purposeOf(prefix), data);
    return prefix + Buffer.concat([data, mac]).toString('base64url');
  }

  #open(prefix: string, token: string, now: Date): Content | null {
    if (!token.startsWith(prefix)) return null;
    const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
    if (bytes.length < idBytes + timeBytes + macBytes) return null;
    const data = bytes.subarray(0, -macBytes);
    if (!this.#keyring.verify(purposeOf(prefix), data, bytes.subarray(-macBytes))) return null;
    const expiresAt = new Date(data.readUIntBE(idBytes, timeBytes));
    if (expiresAt <= now) return null;
    return { id: data.toString('hex', 0, idBytes), expiresAt, rest: data.subarray(idBytes + timeBytes) };
  }
}

interface Content {
  id: string;
  expiresAt: Date;
  rest: Buffer;
}

const purposeOf = (prefix: string): string => `session:${prefix}`;
