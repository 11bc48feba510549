import type { Answer, Body } from '../../../../contract/routes.ts';
import { Sessions, WrongCredential } from '../../auth/auth.ts';
import { after, seconds } from '../../platform/clock.ts';
import { type Keyring, randomToken } from '../../platform/crypto.ts';
import { breaksReference, type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { hashNewPassword, isPassword } from '../../platform/passwords.ts';
import type { ChatParts } from '../parts.ts';
import { settingsOfApplication } from './applications.store.ts';
import { requireSpaceOfApplication } from './applications.ts';
import { presentChatUser } from './people.ts';
import { checkAvatarUrl, publishProfile } from './profile.ts';
import { insertChatUser, upsertUser, userByIdentity, usersByIds } from './store.ts';

type Token = Answer<'issueChatToken'>;

const tokenSeconds = 7 * 24 * 60 * 60;

const tokenFor = ({ keyring }: { keyring: Keyring }, chatUserId: string): Token => ({
  access_token: new Sessions(keyring).sealChatSession({
    chatUserId,
    expiresAt: after(seconds(tokenSeconds)),
  }),
});

/** Also the identity of people who enter by links with this `externalUserId`. */
const ofIntegrator = (externalId: string): string => `m2m:${externalId}`;
/** Names of people who sign up are compared without case. */
const ofName = (username: string): string => `name:${username.normalize('NFC').toLowerCase()}`;
const ofGuest = (): string => `guest:${randomToken(16)}`;

/** Creates a person for the integrator's server, or changes the named fields. */
export async function createUser(
  parts: ChatParts,
  db: Db,
  { spaceId, body }: { spaceId: string; body: Body<'createChatUser'> },
): Promise<Answer<'createChatUser'>> {
  const { externalId, username, displayName, avatarUrl, role } = body;
  checkAvatarUrl(parts, avatarUrl);
  const named = {
    spaceId,
    identity: ofIntegrator(externalId),
    fallbackName: [...externalId].slice(0, 100).join(''),
    username: username?.trim(),
    displayName: displayName?.trim(),
    avatarUrl,
    role: role ?? undefined,
  };
  return inTransaction(db, async (trx) => {
    const user = await upsertUser(trx, named);
    const { id, before } = user;
    if (before) {
      const looks = {
        ...(before.displayName !== user.displayName && { displayName: user.displayName }),
        ...(before.avatarUrl !== user.avatarUrl && { avatarUrl: user.avatarUrl }),
      };
      await publishProfile(parts, trx, { userId: id, looks });
      onCommit(trx, () => parts.socket.recheck([id]));
    }
    const [seen] = await usersByIds(trx, [id]);
    return presentChatUser(seen ?? refuse('not_found'));
  });
}

export async function issueToken(
  parts: ChatParts,
  db: Db,
  { spaceId, externalId }: { spaceId: string; externalId: string },
): Promise<Token> {
  const user = await userByIdentity(db, spaceId, ofIntegrator(externalId));
  // A person who only came by links has no token until the integrator's server creates them.
  return tokenFor(parts, user?.kind === 'm2m' ? user.id : refuse('not_found'));
}

/** Signs a person up; without a password as a guest, whose name is not reserved. */
export async function signUp(
  parts: ChatParts,
  db: Db,
  { body, ip }: { body: Body<'signUp'>; ip: string },
): Promise<Token> {
  const { password = null } = body;
  const spaceId = await requireSpaceOfApplication(db, String(body.app_id));
  const settings = await settingsOfApplication(db, spaceId);
  const isOpen = password === null ? settings.accessChatGuest : settings.accessRegister;
  if (!isOpen) refuse('registration_off');
  const username = body.username.trim();
  const kind = password === null ? 'guest' : 'registered';
  const identity = password === null ? ofGuest() : ofName(username);
  // Checked before the expensive hash. The insert decides about concurrent requests.
  if (await userByIdentity(db, spaceId, identity)) refuse('username_taken');
  const passwordHash = password === null ? null : await hashNewPassword({ password }, ip);
  const id = await insertChatUser(db, { spaceId, identity, kind, username, passwordHash }).catch(
    (error: unknown) => (breaksReference(error) ? refuse('not_found') : Promise.reject(error)),
  );
  return tokenFor(parts, id ?? refuse('username_taken'));
}

/** Logs a person in. An unknown name and a wrong password get the same response in the same time. */
export async function logIn(
  parts: ChatParts,
  db: Db,
  { body, ip }: { body: Body<'logIn'>; ip: string },
): Promise<Token> {
  const appId = String(body.app_id);
  const identity = ofName(body.username.trim());
  const attempt = { kind: 'chat-log-in', account: `${appId} ${identity}`, ip } as const;
  return parts.attempts.guard(db, attempt, async () => {
    const spaceId = await requireSpaceOfApplication(db, appId);
    const user = await userByIdentity(db, spaceId, identity);
    const isRight = await isPassword(user?.passwordHash ?? undefined, body.password, ip);
    if (!isRight || !user) throw new WrongCredential('wrong_password');
    return tokenFor(parts, user.id);
  });
}
