import type { Keyring } from '../../platform/crypto.ts';
import { prefixes } from '../tokens/prefixes.ts';

/** What the session opened by an access link proves: the link, and the browser that opened it. */
export interface LinkSession {
  linkId: string;
  browserHash: Buffer;
  expiresAt: Date;
}

/** What the session of somebody who entered a room proves. */
export interface ParticipantSession {
  participantId: string;
  expiresAt: Date;
}

/** What a chat user's token proves. */
export interface ChatSession {
  chatUserId: string;
  expiresAt: Date;
}

const macBytes = 32;
const idBytes = 12;
const timeBytes = 6;

/**
 * Sessions of links and participants are not stored: the token holds what it proves, signed with the installation's
 * key. Layout: id, end in milliseconds, what else belongs to it, MAC.
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
    // Ids of the chat are numbers; the layout has room for any of them.
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
