import type { Body } from '../../../contract/routes.ts';
import type { Keyring } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { type CallerOf, callerKeyOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { runOnce } from '../platform/idempotency/idempotency.ts';
import { hashNewPassword } from '../platform/passwords.ts';
import { type MeetingParts, meetingEndpoints } from './calendar-meetings.routes.ts';
import type { Plan } from './plans.ts';
import { presentOwnUser, presentUser } from './present.ts';
import { findUser, userRegisteredBy } from './store.ts';
import { createAccount, ownUser } from './users.ts';

export interface UserParts extends MeetingParts {
  keyring: Keyring;
  /** The plan of new accounts. */
  defaultPlan: Plan;
}

/** The content for which an idempotency key is valid. Its plain hash is stored, so the password goes in signed. */
const subjectOf = (body: Body<'createUser'>, keyring: Keyring) => ({
  ...body,
  password: keyring.sign('idempotency:password', body.password).toString('hex'),
});

/** The operator decides whose clients create users (`users allow-create`). */
async function allowedToCreate({ db, caller }: { db: Db; caller: CallerOf<['client']> }): Promise<void> {
  const account = await findUser(db, caller.userId);
  if (!account?.may_create_users) throw new Refusal('user_creation_not_allowed');
}

export const userEndpoints = (parts: UserParts): Endpoint[] => [
  ...meetingEndpoints(parts),
  endpoint('createUser', {
    access: allowedToCreate,
    keepsKey: true,
    handle: async ({ db, caller, body, origin, idempotencyKey: key }) => {
      // Hash before the transaction, which would wait for it.
      const passwordHash = await hashNewPassword(body, origin.ip);
      const { email, username, phone = null } = body;
      const account = {
        ...{ email, username, phone, password_hash: passwordHash, plan: parts.defaultPlan },
        ...{ created_by_client_of: caller.userId, isEmailVerified: true },
      };
      const create = async (trx: Db) => presentUser(await createAccount(trx, account));
      if (key === undefined) return inTransaction(db, create);
      const request = { caller: callerKeyOf(caller, origin.ip), operation: 'createUser', key };
      return runOnce(db, { ...request, body: subjectOf(body, parts.keyring) }, create);
    },
  }),
  endpoint('findUsers', {
    access: openToAll,
    handle: async ({ db, caller, query }) => {
      const { email, limit = 1000, offset = 0 } = query;
      const found = await userRegisteredBy(db, caller.userId, email);
      const all = found ? [presentUser(found)] : [];
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  endpoint('getOwnUser', {
    access: ownUser,
    handle: async ({ access }) => presentOwnUser(access),
  }),
];
