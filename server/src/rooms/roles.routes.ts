import type { Answer, Body } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import { breaksReference, type Db } from '../platform/db/db.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { thenDone } from '../platform/idempotency/then-done.ts';
import { findUser } from '../users/users.ts';
import { roomOf } from './access.ts';
import type { RoomListeners } from './change.ts';
import { roleNames } from './present.ts';
import { deleteRole, type RoleHolder, roleHolder, roleHolders, setRole } from './roles.store.ts';

const presentHolder = ({ userId, username, email, role, createdAt }: RoleHolder): Answer<'grantRole'> => ({
  userId,
  username,
  email,
  role: roleNames[role],
  createdAt: timestamp(createdAt),
});

async function grant(
  db: Db,
  { roomId, body }: { roomId: string; body: Body<'grantRole'> },
): Promise<RoleHolder> {
  const { targetUserId: userId } = body;
  if (!(await findUser(db, userId))) refuseField('targetUserId', 'must be the id of an account');
  const role = body.role === 'role_room_moderator' ? 'moderator' : 'user';
  const isGiven = await setRole(db, { roomId, userId, role }).catch((error: unknown) =>
    // The room was deleted while we looked.
    breaksReference(error) ? refuse('not_found') : Promise.reject(error),
  );
  if (!isGiven) refuse('owner_stays');
  return (await roleHolder(db, roomId, userId)) ?? refuse('not_found');
}

async function take(db: Db, { roomId, userId }: { roomId: string; userId: string }): Promise<void> {
  if (await deleteRole(db, roomId, userId)) return;
  refuse((await roleHolder(db, roomId, userId)) ? 'owner_stays' : 'not_found');
}

export const roleEndpoints = ({ onRoleChanged }: Pick<RoomListeners, 'onRoleChanged'>): Endpoint[] => [
  endpoint('grantRole', {
    access: roomOf,
    idempotency: 'own',
    handle: (request) => {
      const { params, body } = request;
      return thenDone(request, {
        operation: 'grantRole',
        write: async (db) => presentHolder(await grant(db, { roomId: params.roomId, body })),
        thenDo: (db) => onRoleChanged(db, { spaceId: params.spaceId, userId: body.targetUserId }),
      });
    },
  }),
  endpoint('listRoles', {
    access: roomOf,
    handle: async ({ db, params, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', search } = query;
      const page = { limit, offset, order };
      const { items, total } = await roleHolders(db, params.roomId, { search, page });
      return { items: items.map(presentHolder), total };
    },
  }),
  endpoint('removeRole', {
    access: async (request) => {
      const access = await roomOf(request);
      const { roomId, userId } = request.params;
      return (await roleHolder(request.db, roomId, userId)) ? access : refuse('not_found');
    },
    handle: async ({ db, params }) => {
      await take(db, params);
      await onRoleChanged(db, params);
      return undefined;
    },
  }),
];
