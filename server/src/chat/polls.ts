import type { Answer } from '../../../contract/routes.ts';
import type { Db } from '../platform/db/db.ts';
import type { ChatUser, SeenChannel } from './channel.ts';

/** The polls of a channel that can be voted in now, as this person sees them. */
export async function pollsInProgress(
  _db: Db,
  _channel: SeenChannel,
  _user: ChatUser,
): Promise<Answer<'listPolls'>> {
  return [];
}
