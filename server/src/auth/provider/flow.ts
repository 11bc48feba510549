import { after, now, seconds } from '../../platform/clock.ts';
import { hashOf, type Keyring, randomToken } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SessionCookies } from '../../platform/http/access/cookies.ts';
import type { FlowSecrets } from './provider.ts';
import { insertFlow, takeFlow } from './store.ts';

/** How long a person may stay at the provider. */
const lives = seconds(600);

const isSecret = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

/**
 * Only hashes are stored: state and cookie together give the row, the nonce and the verifier
 * (docs/decisions/0089).
 */
const keyOf = (state: string, cookie: string): Buffer => hashOf(`${state} ${cookie}`);

function secretsOf(keyring: Keyring, state: string, cookie: string): FlowSecrets {
  const derive = (purpose: string) => keyring.sign(purpose, `${state} ${cookie}`).toString('base64url');
  return { state, nonce: derive('provider:nonce'), verifier: derive('provider:verifier') };
}

interface FlowParts {
  db: Db;
  keyring: Keyring;
  cookies: SessionCookies;
}

/**
 * Begins a visit to the provider. Tabs of one browser share its cookie, so that several may be under way.
 * @param familyId the sign-in whose account is linked; undefined: somebody signs in
 */
export async function beginFlow(
  { db, keyring, cookies }: FlowParts,
  { next, familyId }: { next?: string | undefined; familyId?: string },
): Promise<FlowSecrets> {
  const state = randomToken(32);
  const cookie = isSecret(cookies.signInFlow) ? cookies.signInFlow : randomToken(32);
  await insertFlow(db, {
    key: keyOf(state, cookie),
    next: next ?? null,
    family_id: familyId ?? null,
    expires_at: after(lives),
  });
  cookies.setSignInFlow(cookie, lives);
  return secretsOf(keyring, state, cookie);
}

/** Ends the visit: nobody uses its state again. @throws `provider_sign_in_over` */
export async function endFlow({ db, keyring, cookies }: FlowParts, state: string) {
  const { signInFlow: cookie } = cookies;
  const flow = isSecret(cookie) ? await takeFlow(db, keyOf(state, cookie)) : undefined;
  if (!flow || !cookie || flow.expires_at <= now()) throw new Refusal('provider_sign_in_over');
  return { flow, secrets: secretsOf(keyring, state, cookie) };
}
