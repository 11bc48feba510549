import { SpaceDeletion as SpaceDeletionSchema } from '../../../contract/operations/spaces.ts';
import type { Body } from '../../../contract/routes.ts';
import { readerOf, runWithProof } from '../auth/auth.ts';
import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { runAll } from '../platform/effects.ts';
import { Refusal } from '../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logging/log.ts';
import { presentFields } from '../platform/present.ts';
import { findUser, ownUser, serviceAccounts } from '../users/users.ts';
import { auditEndpoints } from './audit.routes.ts';
import { deletionOf, deletionsBy } from './delete.store.ts';
import { deleteSpace, type SpaceDeletion } from './delete.ts';
import { type InviteParts, inviteEndpoints } from './invites.routes.ts';
import { memberEndpoints } from './members.routes.ts';
import { presentSpace, presentStorage } from './present.ts';
import { spaceOf } from './spaces.ts';
import { storedBytesOf } from './storage.store.ts';
import type { StorageLimit } from './storage.ts';
import { insertSpace, type SpaceChanges, type SpaceRow, spacesOf, updateSpace } from './store.ts';
import { tokenEndpoints } from './tokens.routes.ts';
import { transferToMember } from './transfer.ts';

export interface SpaceParts extends InviteParts {
  deletion: SpaceDeletion;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  storageLimit: StorageLimit;
}

const storedColor = (color: string | null): string | null => color?.toLowerCase() ?? null;

/** The columns that the body names; null clears a text. */
function changesOf({ name, isPublic, description, logo, color }: Body<'updateSpace'>): SpaceChanges {
  return {
    ...(name !== undefined && { name }),
    ...(isPublic !== undefined && { is_public: isPublic }),
    ...(description !== undefined && { description }),
    ...(logo !== undefined && { logo }),
    ...(color !== undefined && { color: storedColor(color) }),
  };
}

/** @returns undefined if the group no longer exists */
const changeSpace = (db: Db, id: string, changes: SpaceChanges): Promise<SpaceRow | undefined> =>
  inTransaction(db, async (trx) => {
    const changed = await updateSpace(trx, id, changes);
    if (changes.name !== undefined) await serviceAccounts.rename(trx, id, changes.name);
    return changed;
  });

export const spaceEndpoints = (parts: SpaceParts): Endpoint[] => [
  ...ownEndpoints(parts),
  transferEndpoint(parts),
  ...memberEndpoints(parts),
  ...inviteEndpoints(parts),
  ...tokenEndpoints(parts),
  ...auditEndpoints,
];

const ownEndpoints = ({ deletion, log, storageLimit }: SpaceParts): Endpoint[] => [
  endpoint('createSpace', {
    inTransaction: true,
    access: openToAll,
    handle: async ({ db, caller, body }) => {
      const space = await insertSpace(db, {
        id: newId(),
        name: body.name,
        description: body.description ?? null,
        logo: body.logo ?? null,
        color: storedColor(body.color ?? null),
        is_public: body.isPublic ?? true,
        owner_id: caller.userId,
        created_at: now(),
      });
      return presentSpace(space, 'owner');
    },
  }),
  endpoint('listSpaces', {
    access: openToAll,
    handle: async ({ db, caller, query }) => {
      const { items, total } = await spacesOf(db, caller.userId, {
        ...requestedPage(query),
        search: query.search,
      });
      return { items: items.map(({ space, role }) => presentSpace(space, role)), total };
    },
  }),
  endpoint('getSpace', {
    access: spaceOf,
    handle: async ({ access: { space, role } }) => presentSpace(space, role),
  }),
  endpoint('getSpaceStorage', {
    access: spaceOf,
    handle: async ({ db, access: { space } }) =>
      presentStorage(await storedBytesOf(db, space.id), storageLimit),
  }),
  endpoint('updateSpace', {
    access: spaceOf,
    handle: async ({ db, body, access: { space, role } }) => {
      const changes = changesOf(body);
      if (Object.keys(changes).length === 0) return presentSpace(space, role);
      const changed = await changeSpace(db, space.id, changes);
      if (!changed) throw new Refusal('not_found');
      return presentSpace(changed, role);
    },
  }),
  endpoint('deleteSpace', {
    access: spaceOf,
    handle: async ({ db, access: { space } }) => {
      await deleteSpace({ db, log, deletion }, space.id);
      const rest = await deletionOf(db, space.id);
      return rest && presentFields(SpaceDeletionSchema, rest);
    },
  }),
  endpoint('listSpaceDeletions', {
    access: openToAll,
    handle: async ({ db, caller, query }) => {
      const { items, total } = await deletionsBy(db, caller.userId, requestedPage(query));
      return { items: items.map((deletion) => presentFields(SpaceDeletionSchema, deletion)), total };
    },
  }),
];

const transferEndpoint = ({ attempts, notify, onRoleChanged }: SpaceParts): Endpoint =>
  endpoint('transferSpace', {
    access: spaceOf,
    handle: async ({ db, caller, access: { space }, body, origin: { ip } }) => {
      const { userId, currentPassword } = body;
      const user = await ownUser({ db, caller });
      const transferred = await runWithProof({ db, attempts }, { caller, user, currentPassword, ip }, (trx) =>
        transferToMember(trx, { spaceId: space.id, ownerId: user.id, userId }),
      );
      for (const id of [userId, user.id]) {
        await runAll(db, onRoleChanged, { spaceId: space.id, userId: id });
      }
      const owner = await findUser(db, userId);
      const occasion = { about: 'group-received', group: space.name, formerOwner: user.username } as const;
      if (owner) notify(readerOf(owner), occasion);
      return presentSpace(transferred, 'moderator');
    },
  });
