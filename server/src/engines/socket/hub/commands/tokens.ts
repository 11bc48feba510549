import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { now } from '../../../../platform/clock.ts';
import { type Keyring, randomToken } from '../../../../platform/crypto.ts';

/** A separate audience: no token of the HTTP API opens the socket, and no socket token opens the API. */
const audience = 'lectern:socket';
const purpose = 'socket-token';

export interface Bearer {
  userId: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(keyring: Keyring, tokenSeconds: number) {
  const keys = keyring.keysFor(purpose).map((key) => createSecretKey(key));

  const readWith = async (token: string, key: KeyObject): Promise<Bearer | 'expired' | 'invalid'> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['sub', 'exp', 'iat', 'jti'],
        currentDate: now(),
      });
      const { sub, exp } = payload;
      return sub && exp ? { userId: sub, expiresAt: exp * 1000 } : 'invalid';
    } catch (error) {
      // Signature and audience are checked before expiry, so an expired token is one of ours.
      return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
    }
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
    read: async (token: string): Promise<Bearer | 'expired' | 'invalid'> => {
      for (const key of keys) {
        const bearer = await readWith(token, key);
        if (bearer !== 'invalid') return bearer;
      }
      return 'invalid';
    },
  };
}
