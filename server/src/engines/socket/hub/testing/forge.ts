import { SignJWT } from 'jose';
import { Keyring } from '../../../../platform/crypto.ts';

export interface Claims {
  sub?: string;
  aud?: string;
  iat?: number;
  exp?: number;
  jti?: string;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

/** The claims of a valid token with these changes; undefined leaves a claim out. */
export const claims = (changed: Claims = {}): Record<string, unknown> => ({
  sub: '7',
  aud: 'lectern:socket',
  iat: seconds(),
  exp: seconds() + 600,
  jti: 'once',
  ...changed,
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token signed with the ring's first key: valid except for its claims or algorithm. */
export const signed = (keyring: Keyring, changed: Claims = {}, alg = 'HS256'): Promise<string> =>
  new SignJWT(claims(changed))
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(keyring.keysFor('socket-token')[0] ?? new Uint8Array());

/** Invalid tokens, each for another reason. */
export async function forged(keyring: Keyring): Promise<Record<string, string>> {
  const good = await signed(keyring);
  const [head, body, signature = ''] = good.split('.');
  const stranger = new Keyring(['another key']);
  return {
    'no signature asked for': `${encode({ alg: 'none' })}.${encode(claims())}.`,
    'none, with a signature': `${encode({ alg: 'none' })}.${body}.${signature}`,
    'another key': await signed(stranger),
    'another audience': await signed(keyring, { aud: 'lectern:http' }),
    'another audience, expired': await signed(keyring, { aud: 'lectern:http', exp: 1 }),
    'no audience': await signed(keyring, { aud: undefined }),
    'another algorithm': await signed(keyring, {}, 'HS512'),
    'no subject': await signed(keyring, { sub: undefined }),
    'an empty subject': await signed(keyring, { sub: '' }),
    'no end': await signed(keyring, { exp: undefined }),
    'no beginning': await signed(keyring, { iat: undefined }),
    'no name of its own': await signed(keyring, { jti: undefined }),
    'somebody else in an old signature': `${head}.${encode(claims({ sub: '8' }))}.${signature}`,
    'expired, and of another key': await signed(stranger, { exp: 1 }),
    'half of one': good.slice(0, -10),
    'two parts': `${head}.${body}`,
    nothing: '',
    words: 'let me in',
  };
}
