import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import type { UserRow } from './store.ts';

export const presentUser = (user: UserRow): Answer<'createUser'> => ({
  id: user.id,
  email: user.email,
  username: user.username,
  phone: user.phone,
  createdAt: timestamp(user.created_at),
});

/** An account as its owner sees it. */
export const presentOwnUser = (user: UserRow): Answer<'getOwnUser'> => ({
  ...presentUser(user),
  plan: user.plan,
});
