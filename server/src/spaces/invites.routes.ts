import { emailInvitation, type InvitationParts } from '../auth/auth.ts';
import { inTransaction } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { type Asking, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { writeThenDo } from '../platform/idempotency/write-then-do.ts';
import { type Invite, type InvitePlace, inviteById, invitesOf, revokeInvite } from './invites.store.ts';
import { createInvite, redeemInvite, requireUsable } from './invites.ts';
import type { MemberParts } from './members.ts';
import { givenRoleNames, presentInvite, presentKnownInvite } from './present.ts';
import { type LeastInSpace, spaceOf } from './spaces.ts';

export interface InviteParts extends MemberParts, InvitationParts {
  /** The public base URL of the web client. */
  webUrl: URL;
}

/** Finds an invitation for anybody who knows its id, even if they may not see the group yet. */
const knownInvite = async ({ db, params }: Pick<Asking<InvitePlace>, 'db' | 'params'>): Promise<Invite> =>
  (await inviteById(db, params)) ?? refuse('not_found');

async function ledInvite(of: Asking<InvitePlace, LeastInSpace>): Promise<Invite> {
  await spaceOf(of);
  return knownInvite(of);
}

export const inviteEndpoints = (parts: InviteParts): Endpoint[] => [
  ...leaderEndpoints(parts),
  endpoint('getInvite', {
    access: knownInvite,
    handle: async ({ access }) => presentKnownInvite(requireUsable(access)),
  }),
  endpoint('activateInvite', {
    access: knownInvite,
    keepsKey: true,
    handle: (request) =>
      writeThenDo(request, {
        operation: 'activateInvite',
        write: (db) =>
          inTransaction(db, async (trx) => {
            const { userId } = request.caller;
            const { spaceId, role } = await redeemInvite(trx, { ...request.params, userId });
            return { spaceId, role: givenRoleNames[role] };
          }),
        thenDo: (db) =>
          runAll(db, parts.onRoleChanged, {
            spaceId: request.params.spaceId,
            userId: request.caller.userId,
          }),
      }),
  }),
];

const leaderEndpoints = ({ webUrl, ...parts }: InviteParts): Endpoint[] => [
  endpoint('createInvite', {
    access: spaceOf,
    handle: async ({ db, caller, params, body }) => {
      const userId = accountOf(caller) ?? refuse('forbidden');
      return presentInvite(webUrl, await createInvite(db, { ...params, userId, body }));
    },
  }),
  endpoint('listInvites', {
    access: spaceOf,
    handle: async ({ db, params, query }) => {
      const filter = { status: query.status, page: requestedPage(query) };
      const { items, total } = await invitesOf(db, params.spaceId, filter);
      return { items: items.map((invite) => presentInvite(webUrl, invite)), total };
    },
  }),
  endpoint('sendInvite', {
    access: ledInvite,
    handle: async ({ db, caller, access: invite, body: { email }, origin }) => {
      const { spaceName: group, expiresAt: until } = requireUsable(invite);
      const { url } = presentInvite(webUrl, invite);
      const to = { email, username: '' };
      await emailInvitation(parts, { db, caller, origin, to }, (inviter) => {
        return { about: 'invited', group, inviter, url, until };
      });
      return {};
    },
  }),
  endpoint('revokeInvite', {
    inTransaction: true,
    access: ledInvite,
    handle: async ({ db, params }) => {
      if (!(await revokeInvite(db, params))) refuse('invite_used');
    },
  }),
];
