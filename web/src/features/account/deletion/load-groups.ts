import type { Client } from '../../../../../contract/client/index.ts';
import type { Answer } from '../../../../../contract/routes.ts';

type Member = Answer<'listMembers'>['items'][number];

/** A group that the account owns, with the people who may own it instead. */
export type OwnGroup = { id: string; name: string; createdAt: string; others: Member[] };

/** Requests that run at the same time. */
const atOnce = 6;

/** Loads the groups that the account owns, with their other members. */
export async function loadOwnGroups(api: Client): Promise<OwnGroup[]> {
  const { items } = await api.listSpaces();
  const owned = items.filter(({ roleInSpace }) => roleInSpace === 'role_space_owner');
  const groups: OwnGroup[] = [];
  for (let from = 0; from < owned.length; from += atOnce) {
    const some = owned.slice(from, from + atOnce).map(async ({ id, name, createdAt }) => {
      const members = await api.listMembers({ spaceId: id });
      return { id, name, createdAt, others: members.items.filter(({ role }) => role !== 'role_space_owner') };
    });
    groups.push(...(await Promise.all(some)));
  }
  return groups;
}
