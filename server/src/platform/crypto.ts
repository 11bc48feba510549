import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Random bytes as base64url text. */
export const randomToken = (bytes: number): string => randomBytes(bytes).toString('base64url');

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random text of at most 256 different characters, uniformly distributed. */
export function randomText(characters: string, length: number): string {
  // Bytes beyond the largest multiple would favour the first characters.
  const bound = 256 - (256 % characters.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < bound && text.length < length) text += characters[byte % characters.length];
    }
  }
  return text;
}

/** Random text of letters and digits. */
export const randomAlphanumeric = (length: number): string => randomText(alphanumeric, length);

/** The stored hash of a secret that only has to be compared. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/**
 * Keys derived from `LECTERN_SECRET_KEY`. The first one signs and encrypts; the older ones, kept for a rotation, only
 * verify and decrypt.
 */
export class Keyring {
  readonly #keys: string[];
  readonly #derived = new Map<string, Buffer>();

  constructor(keys: string[]) {
    if (keys.length === 0) throw new Error('a keyring needs at least one key');
    this.#keys = keys;
  }

  /** A keyring with the signing key only. */
  get newest(): Keyring {
    return new Keyring(this.#keys.slice(0, 1));
  }

  /** Purposes are constants of the code: the derived keys are few. */
  #derive(key: string, purpose: string): Buffer {
    const name = `${purpose} ${key}`;
    const known = this.#derived.get(name);
    if (known) return known;
    const derived = createHmac('sha256', key).update(`lectern:${purpose}`).digest();
    this.#derived.set(name, derived);
    return derived;
  }

  /** The keys of this purpose, for libraries that sign themselves: the first signs, all verify. */
  keysFor(purpose: string): Buffer[] {
    return this.#keys.map((key) => this.#derive(key, purpose));
  }

  /** HMAC-SHA256 under the signing key of this purpose. */
  sign(purpose: string, data: string | Buffer): Buffer {
    return this.#signWith(this.#keys[0] ?? '', purpose, data);
  }

  #signWith(key: string, purpose: string, data: string | Buffer): Buffer {
    return createHmac('sha256', this.#derive(key, purpose)).update(data).digest();
  }

  /** Verifies an HMAC or its first 16 or more bytes with any key. */
  verify(purpose: string, data: string | Buffer, mac: Buffer): boolean {
    if (mac.length < 16 || mac.length > 32) return false;
    return this.#keys.some((key) =>
      sameBytes(this.#signWith(key, purpose, data).subarray(0, mac.length), mac),
    );
  }

  /** AES-256-GCM; the result carries its nonce and tag. */
  encrypt(purpose: string, text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#derive(this.#keys[0] ?? '', purpose), nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** @throws if no key of the ring decrypts it */
  decrypt(purpose: string, sealed: Buffer): string {
    for (const key of this.#keys) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', this.#derive(key, purpose), sealed.subarray(0, 12));
        decipher.setAuthTag(sealed.subarray(12, 28));
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        // Encrypted with another key of the ring, perhaps the next one.
      }
    }
    throw new Error(`no key of the keyring decrypts this ${purpose}`);
  }
}
