import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { accountOf } from '../users/users.ts';
import { memberById, membersOf } from './members.store.ts';
import { changeMember, type MemberListeners, removeMember } from './members.ts';
import { presentMember, roleNamed } from './present.ts';
import { isAtLeast, type LeastInSpace, spaceFor, spaceOf } from './spaces.ts';

interface OfMember {
  db: Db;
  caller: Caller;
  params: { spaceId: string; userId: string };
}

/** A member, for who leads the group; for others everybody is refused alike, whether a member or not. */
async function ledMember(of: OfMember & { least: LeastInSpace }): Promise<void> {
  await spaceOf(of);
  if (!(await memberById(of.db, of.params.spaceId, of.params.userId))) refuse('not_found');
}

/** The same; and whoever is a member may take themselves out. */
async function leavingMember({ db, caller, params }: OfMember & { least: 'selfOrModerator' }): Promise<void> {
  const { role } = await spaceFor(db, caller, { spaceId: params.spaceId, least: 'see' });
  const isOwn = accountOf(caller) === params.userId;
  if (!isOwn && !isAtLeast(role, 'moderator')) refuse('forbidden');
  if (!(await memberById(db, params.spaceId, params.userId))) refuse('not_found');
}

export const memberEndpoints = (listeners: MemberListeners): Endpoint[] => [
  endpoint('listMembers', {
    access: spaceOf,
    handle: async ({ db, params, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', role, search } = query;
      const { items, total } = await membersOf(db, params.spaceId, {
        role: role && roleNamed(role),
        search,
        page: { limit, offset, order },
      });
      return { items: items.map(presentMember), total };
    },
  }),
  endpoint('updateMember', {
    access: ledMember,
    handle: async ({ db, params, body }) => {
      const role = roleNamed(body.role);
      return presentMember(await changeMember(db, { ...params, role }, listeners));
    },
  }),
  endpoint('removeMember', {
    access: leavingMember,
    handle: async ({ db, params }) => {
      await removeMember(db, params, listeners);
      return undefined;
    },
  }),
];
