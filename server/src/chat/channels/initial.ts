import type { Answer } from '../../../../contract/routes.ts';
import { type By, chatUserOf, participantOf } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { readSettings } from '../people/applications.ts';
import { presentUsers } from '../people/people.ts';
import { atOneMoment, type ChannelPage, withInside } from './open.ts';
import { joinedChannels, publicChannels } from './standing.store.ts';

type Initial = Answer<'getInitial'>;

/** Everybody who is named in what is given. */
function everybody(self: Initial['user'], channels: Initial['channels']): Initial['users'] {
  const byId = new Map([[self.id, self]]);
  for (const { users } of channels) for (const user of users) byId.set(user.id, user);
  return [...byId.values()];
}

/** Everything that a chat client begins with, as it was at one moment. */
export async function readInitial(parts: ChatParts, by: By, page: ChannelPage): Promise<Initial> {
  const user = await chatUserOf(parts, by);
  const as = { userId: user.id, participantId: participantOf(by.caller) };
  return atOneMoment(by.db, async (trx) => {
    const channels = await withInside(trx, user, await joinedChannels(trx, as, { which: 'all', ...page }));
    const [self = null] = await presentUsers(trx, [user.id]);
    if (!self) throw new Error(`no chat user ${user.id}`);
    return {
      channels,
      publics: await publicChannels(trx, as),
      user: self,
      users: everybody(self, channels),
      settings: await readSettings(parts, trx, user.spaceId),
    };
  });
}
