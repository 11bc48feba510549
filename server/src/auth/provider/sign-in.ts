import { hashOf, type Keyring } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { lockUserForShare, type UserRow } from '../../users/users.ts';
import type { Invitation } from '../accounts/register.ts';
import { openBrowserSession, type SignedIn } from '../sessions/browser.ts';
import type { Device } from '../tokens/issue.ts';
import { familyOfAccessToken } from '../tokens/store.ts';
import { saveIdToken, takeIdToken } from './store.ts';

const purpose = 'provider:id-token';

/** The invitation whose page the person wants to see next. */
export function invitationOf(next: string | null): Invitation | undefined {
  const [, spaceId, inviteId] = /^\/invite\/([0-9a-f]{24})\/([0-9a-f]{24})$/.exec(next ?? '') ?? [];
  return spaceId !== undefined && inviteId !== undefined ? { spaceId, inviteId } : undefined;
}

/** Starts the session of a browser whose person the provider proved, and keeps the ID token for the sign-out. */
export const openProvenSession = (
  { db, keyring }: { db: Db; keyring: Keyring },
  { user, idToken }: { user: UserRow; idToken: string },
  device: Device,
): Promise<SignedIn> =>
  inTransaction(db, async (trx) => {
    const lockedUser = await lockUserForShare(trx, user.id);
    if (!lockedUser || lockedUser.disabled_at) throw new Refusal('account_disabled');
    const signedIn = await openBrowserSession(trx, lockedUser, device);
    const family = await familyOfAccessToken(trx, hashOf(signedIn.tokens.accessToken));
    if (family) await saveIdToken(trx, family.id, keyring.encrypt(purpose, idToken));
    return signedIn;
  });

/** The ID token of a sign-in by the provider, once. */
export async function takeIdTokenOf(
  { db, keyring, log }: { db: Db; keyring: Keyring; log: Logger },
  familyId: string,
): Promise<string | undefined> {
  const sealed = await takeIdToken(db, familyId);
  try {
    return sealed && keyring.decrypt(purpose, sealed);
  } catch {
    log.info('a sign-in outlived the key that encrypted its ID token: its sign-out ends here only');
    return undefined;
  }
}
