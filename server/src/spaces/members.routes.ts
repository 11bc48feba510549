import { requestedPage } from '../platform/db/page.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { type Asking, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { countUnusedBy } from './invites.store.ts';
import { type Member, memberById, membersOf } from './members.store.ts';
import { changeMember, type MemberParts, removeMember } from './members.ts';
import { mayKeepLinks } from './own-links.ts';
import { presentMember, roleNamed } from './present.ts';
import { isAtLeast, type LeastInSpace, spaceFor, spaceOf } from './spaces.ts';

type OfMember<Least> = Asking<{ spaceId: string; userId: string }, Least>;

/** Finds a member for leaders of the group. Other callers are refused alike, whether the account is a member or not. */
async function ledMember(of: OfMember<LeastInSpace>): Promise<Member> {
  await spaceOf(of);
  return (await memberById(of.db, of.params.spaceId, of.params.userId)) ?? refuse('not_found');
}

/** The same, but members may also remove themselves. */
async function leavingMember({ db, caller, params }: OfMember<'selfOrModerator'>): Promise<void> {
  const { role } = await spaceFor(db, caller, { spaceId: params.spaceId, least: 'see' });
  const isOwn = accountOf(caller) === params.userId;
  if (!isOwn && !isAtLeast(role, 'moderator')) refuse('forbidden');
  if (!(await memberById(db, params.spaceId, params.userId))) refuse('not_found');
}

export const memberEndpoints = (parts: MemberParts): Endpoint[] => [
  endpoint('listMembers', {
    access: spaceOf,
    handle: async ({ db, params, query }) => {
      const { role, search } = query;
      const filter = { role: role && roleNamed(role), search, page: requestedPage(query) };
      const { items, total } = await membersOf(db, params.spaceId, filter);
      return { items: items.map(presentMember), total };
    },
  }),
  endpoint('getMember', {
    access: ledMember,
    handle: async ({ db, params, access }) => ({
      ...presentMember(access),
      unusedInvitesCount: await countUnusedBy(db, params),
      validAccessLinksCount: await parts.links.count(db, params),
    }),
  }),
  endpoint('updateMember', {
    access: ledMember,
    handle: async ({ db, caller, params, body }) => {
      const keepsAccessLinks = mayKeepLinks(caller, params.userId, body);
      const change = { ...params, role: roleNamed(body.role), keepsAccessLinks };
      return presentMember(await changeMember(db, change, parts));
    },
  }),
  endpoint('removeMember', {
    access: leavingMember,
    handle: async ({ db, caller, params, query }) => {
      const keepsAccessLinks = mayKeepLinks(caller, params.userId, query);
      await removeMember(db, { ...params, keepsAccessLinks }, parts);
    },
  }),
];
