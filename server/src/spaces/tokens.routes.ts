import type { Answer } from '../../../contract/routes.ts';
import {
  type AttemptLimits,
  deletePersonalToken,
  type Notify,
  pageOfSpaceTokens,
  presentPersonalToken,
  readTokenWish,
  runWithProof,
  type SpaceTokenRow,
  spaceTokenOf,
} from '../auth/auth.ts';
import { requestedPage } from '../platform/db/page.ts';
import { refuse } from '../platform/errors.ts';
import { type Asking, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { ownUser } from '../users/users.ts';
import { type LeastInSpace, spaceOf } from './spaces.ts';
import { makeSpaceToken } from './tokens.ts';

interface TokenParts {
  attempts: AttemptLimits;
  notify: Notify;
}

const present = (row: SpaceTokenRow): Answer<'listSpaceTokens'>['items'][number] => ({
  ...presentPersonalToken(row),
  createdBy: row.created_by === null ? null : { userId: row.created_by, name: row.creator_name ?? '' },
});

/** Finds a token of the group in the path for its owner. */
async function tokenInPath(
  of: Asking<{ spaceId: string; spaceTokenId: string }, LeastInSpace>,
): Promise<SpaceTokenRow> {
  await spaceOf(of);
  const { spaceId, spaceTokenId } = of.params;
  return (await spaceTokenOf(of.db, spaceId, spaceTokenId)) ?? refuse('not_found');
}

/** Tokens of a group, which its owner manages (docs/decisions/0201). */
export const tokenEndpoints = ({ attempts, notify }: TokenParts): Endpoint[] => [
  endpoint('createSpaceToken', {
    access: spaceOf,
    handle: async ({ db, caller, access: { space }, body, origin: { ip, acceptLanguage } }) => {
      const user = await ownUser({ db, caller });
      const wish = readTokenWish(caller, body);
      const request = { caller, user, ip, currentPassword: body.currentPassword };
      const { row, token } = await runWithProof({ db, attempts }, request, (trx) =>
        makeSpaceToken(trx, { spaceId: space.id, ownerId: user.id }, wish),
      );
      const occasion = { about: 'group-token-created', group: space.name, name: row.name } as const;
      notify({ ...user, acceptLanguage }, { ...occasion, at: row.created_at });
      return { ...present({ ...row, creator_name: user.username }), token };
    },
  }),
  endpoint('listSpaceTokens', {
    access: spaceOf,
    handle: async ({ db, params, query }) => {
      const { items, total } = await pageOfSpaceTokens(db, params.spaceId, requestedPage(query));
      return { items: items.map(present), total };
    },
  }),
  endpoint('deleteSpaceToken', {
    inTransaction: true,
    access: tokenInPath,
    handle: ({ db, params: { spaceTokenId } }) => deletePersonalToken(db, spaceTokenId),
  }),
];
