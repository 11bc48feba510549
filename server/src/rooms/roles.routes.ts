import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { writeThenDo } from '../platform/idempotency/write-then-do.ts';
import { mayKeepLinks } from '../spaces/spaces.ts';
import { roomInPath } from './access.ts';
import type { RoomParts } from './change.ts';
import { roleNames } from './present.ts';
import { hasRole, type RoleHolder, roleHolder, roleHolders } from './roles.store.ts';
import { grantRole, takeRole } from './roles.ts';

const presentHolder = (holder: RoleHolder): Answer<'grantRole'> => ({
  ...holder,
  role: roleNames[holder.role],
  createdAt: timestamp(holder.createdAt),
});

export const roleEndpoints = ({ onRoleChanged, links }: RoomParts): Endpoint[] => [
  endpoint('grantRole', {
    access: roomInPath,
    keepsKey: true,
    handle: (request) => {
      const { caller, params, body } = request;
      const { targetUserId: userId } = body;
      const role = body.role === 'role_room_moderator' ? 'moderator' : 'user';
      const change = {
        ...params,
        userId,
        role,
        keepsAccessLinks: mayKeepLinks(caller, userId, body),
      } as const;
      let revoked: string[] = [];
      return writeThenDo(request, {
        operation: 'grantRole',
        write: (db) =>
          inTransaction(db, async (trx) => {
            revoked = await grantRole(trx, change, links);
            const holder = await roleHolder(trx, { ...params, userId, viewerId: caller.userId });
            return presentHolder(holder ?? refuse('not_found'));
          }),
        thenDo: async (db) => {
          await runAll(db, onRoleChanged, { spaceId: params.spaceId, userId });
          await runAll(db, links.onRevoked, revoked);
        },
      });
    },
  }),
  endpoint('listRoles', {
    access: roomInPath,
    handle: async ({ db, caller, params, query }) => {
      const { items, total } = await roleHolders(db, params.roomId, {
        viewerId: caller.userId,
        search: query.search,
        page: requestedPage(query),
      });
      return { items: items.map(presentHolder), total };
    },
  }),
  endpoint('removeRole', {
    access: async (request) => {
      const access = await roomInPath(request);
      return (await hasRole(request.db, request.params)) ? access : refuse('not_found');
    },
    handle: async ({ db, caller, params, query }) => {
      const keepsAccessLinks = mayKeepLinks(caller, params.userId, query);
      const revoked = await takeRole(db, { ...params, keepsAccessLinks }, links);
      await runAll(db, onRoleChanged, params);
      await runAll(db, links.onRevoked, revoked);
    },
  }),
];
