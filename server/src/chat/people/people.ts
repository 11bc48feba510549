import type { Answer, Body } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Requester, type SeenUser, usersAsParticipants, usersByIds, usersSeenBy } from './store.ts';

export const presentChatUser = (user: SeenUser): Answer<'updateProfile'> => user;

/** Presents people by their ids, in no order and without unknown ids. */
export const presentChatUsers = async (db: Db, ids: readonly string[]): Promise<Answer<'fetchChatUsers'>> =>
  ids.length === 0 ? [] : (await usersByIds(db, ids)).map(presentChatUser);

/** Finds people of channels that the caller can see, by their ids or participant ids. */
export async function fetchVisibleUsers(
  db: Db,
  asking: Requester,
  { ids, participantIds }: Body<'fetchChatUsers'>,
): Promise<Answer<'fetchChatUsers'>> {
  if (!ids && !participantIds) {
    const message = 'is required where no participantIds are given';
    throw new Refusal('validation_failed', { details: [{ path: 'ids', message }] });
  }
  const byIds = ids?.length ? await usersSeenBy(db, asking, ids.map(String)) : [];
  const byParticipants = participantIds?.length ? await usersAsParticipants(db, asking, participantIds) : [];
  return [...byParticipants, ...byIds].map(presentChatUser);
}
