import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { now } from '../../../../platform/clock.ts';
import { type Keyring, randomToken } from '../../../../platform/crypto.ts';

/** A separate audience: no token of the HTTP API opens the socket, and no socket token opens the API. */
const audience = 'lectern:socket';
const purpose = 'socket-token';

/** `{"alg":"HS256","typ":"JWT"}`, as `issue` writes it: no token names another algorithm. */
const header = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface Bearer {
  userId: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

interface Claims {
  sub: string;
  aud: string;
  exp: number;
  iat: number;
  jti: string;
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Tokens are read without a promise: thousands of connections arrive together after a restart, and each would wait for a
 * thread of Web Cryptography (docs/decisions/0181).
 */
export function createTokens(keyring: Keyring, tokenSeconds: number) {
  const keys = keyring.keysFor(purpose).map((key) => createSecretKey(key));

  const readWith = (token: string, key: KeyObject): Bearer | 'expired' | 'invalid' => {
    const [head, payload = '', signature = '', ...rest] = token.split('.');
    if (head !== header || rest.length > 0) return 'invalid';
    const mac = createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url');
    if (!isSame(signature, mac)) return 'invalid';
    const claims: Partial<Claims> = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { sub, exp, iat, jti } = claims;
    if (claims.aud !== audience || !sub || !exp || !iat || !jti) return 'invalid';
    return exp * 1000 > now().getTime() ? { userId: sub, expiresAt: exp * 1000 } : 'expired';
  };

  return {
    issue: (userId: string): Promise<string> => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenSeconds)
        .setJti(randomToken(12))
        .sign(keys[0] as KeyObject);
    },
    /** The user and expiry of a token, or why it is not accepted. */
    read: (token: string): Bearer | 'expired' | 'invalid' => {
      for (const key of keys) {
        const bearer = readWith(token, key);
        if (bearer !== 'invalid') return bearer;
      }
      return 'invalid';
    },
  };
}
