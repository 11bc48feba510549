import type { Answer } from '../../../../contract/routes.ts';
import { Sessions, WrongCredential } from '../../auth/auth.ts';
import { after, seconds } from '../../platform/clock.ts';
import { type Keyring, randomToken } from '../../platform/crypto.ts';
import { breaksReference, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { hashNewPassword, isPassword } from '../../platform/passwords.ts';
import type { ChatParts } from '../parts.ts';
import { settingsOfApplication } from './applications.store.ts';
import { ownApplicationSpace, requireSpaceOfApplication } from './applications.ts';
import { changedFieldsOf, checkAvatarUrl, publishProfile } from './profile.ts';
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

/** Endpoints for the integrator's server. */
export const machineEndpoints = (parts: ChatParts): Endpoint[] => [
  // Creates a person, or changes the named fields.
  endpoint('createChatUser', {
    access: ownApplicationSpace,
    handle: async ({ db, access: spaceId, body }) => {
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
          await publishProfile(parts, trx, { userId: id, looks: changedFieldsOf(before, user) });
          onCommit(trx, () => parts.socket.recheck([id]));
        }
        const [seen] = await usersByIds(trx, [id]);
        return seen ?? refuse('not_found');
      });
    },
  }),
  endpoint('issueChatToken', {
    access: async (request) => {
      const spaceId = await ownApplicationSpace(request);
      const user = await userByIdentity(request.db, spaceId, ofIntegrator(request.params.externalId));
      // A person who only came by links has no token until the integrator's server creates them.
      return user?.kind === 'm2m' ? user : refuse('not_found');
    },
    handle: async ({ access }) => tokenFor(parts, access.id),
  }),
];

/** Endpoints for people who sign up. Their responses contain secrets, so they are not stored under idempotency keys. */
export const signUpEndpoints = (parts: ChatParts): Endpoint[] => [
  // Without a password a person is a guest, whose name is not reserved.
  endpoint('signUp', {
    access: openToAll,
    handle: async ({ db, body, origin: { ip } }) => {
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
    },
  }),
  // An unknown name and a wrong password get the same response in the same time.
  endpoint('logIn', {
    access: openToAll,
    handle: ({ db, body, origin: { ip } }) => {
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
    },
  }),
];
