import type { Answer } from '../../../../contract/routes.ts';
import { inSnapshot } from '../../platform/db/db.ts';
import { admittedChatUser, type ChatRequest, participantIdOf } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { readChatSettings } from '../people/applications.ts';
import { presentChatUsers } from '../people/people.ts';
import { type ChannelPage, withContents } from './open.ts';
import { joinedChannels, publicChannels } from './rights.store.ts';

type Initial = Answer<'getInitial'>;

/** Collects every person mentioned in the response. */
function usersNamedIn(self: Initial['user'], channels: Initial['channels']): Initial['users'] {
  const byId = new Map([[self.id, self]]);
  for (const { users } of channels) for (const user of users) byId.set(user.id, user);
  return [...byId.values()];
}

/** Reads everything that a chat client starts with, from one snapshot. */
export async function readInitial(parts: ChatParts, by: ChatRequest, page: ChannelPage): Promise<Initial> {
  const user = await admittedChatUser(parts, by);
  const as = { userId: user.id, participantId: participantIdOf(by.caller) };
  return inSnapshot(by.db, async (trx) => {
    const channels = await withContents(trx, user, await joinedChannels(trx, as, { which: 'all', ...page }));
    const [self = null] = await presentChatUsers(trx, [user.id]);
    if (!self) throw new Error(`chat user ${user.id} not found`);
    return {
      channels,
      publics: await publicChannels(trx, as),
      user: self,
      users: usersNamedIn(self, channels),
      settings: await readChatSettings(parts, trx, user.spaceId),
    };
  });
}
