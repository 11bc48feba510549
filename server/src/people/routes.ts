import { type AttemptLimits, runWithProof } from '../auth/auth.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { ownUser } from '../users/users.ts';
import { type DeletionParts, deleteAccount, followDeletion } from './accounts/delete.ts';
import { erasePerson } from './erase.ts';

export interface PersonParts extends DeletionParts {
  attempts: AttemptLimits;
}

export const personEndpoints = (parts: PersonParts): Endpoint[] => [
  endpoint('erasePerson', {
    access: openToAll,
    handle: async ({ db, caller, params }) => {
      await erasePerson(parts, db, { ownerId: caller.userId, externalUserId: params.externalUserId });
    },
  }),
  endpoint('deleteOwnUser', {
    access: ownUser,
    handle: async ({ db, caller, access: user, body, origin: { ip, acceptLanguage } }) => {
      const { currentPassword, transfer = [], deleteSpaces = [] } = body;
      const deletion = { userId: user.id, spaces: { transfer, deleteSpaces }, keepsLinks: false };
      const deleted = await runWithProof(
        { db, attempts: parts.attempts },
        { caller, user, currentPassword, ip },
        (trx) => deleteAccount(parts, trx, deletion),
      );
      await followDeletion(parts, db, { ...deleted, language: acceptLanguage });
    },
  }),
];
