import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import type { SpaceRole, SpaceRow } from './store.ts';

const roleNames = {
  owner: 'role_space_owner',
  moderator: 'role_space_moderator',
  user: 'role_space_user',
} as const;

export const presentSpace = (space: SpaceRow, role: SpaceRole | null): Answer<'getSpace'> => ({
  id: space.id,
  name: space.name,
  description: space.description,
  logo: space.logo,
  isPublic: space.is_public,
  ownerId: space.owner_id,
  chatApplicationId: space.chat_application_id,
  roleInSpace: role && roleNames[role],
  createdAt: timestamp(space.created_at),
});
