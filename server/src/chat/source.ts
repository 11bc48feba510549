import type { SocketSource } from '../engines/socket/socket.ts';
import type { Db } from '../platform/db/db.ts';
import { lastNumbersOf, latestChanges } from './changes.store.ts';
import { publicationText } from './changes.ts';
import { readChatRights } from './channels/rights.store.ts';
import { channelIdIn, personalChannelOf, socketChannelOf } from './parts.ts';

/** The socket reads rights from the chat at every connect, and changes that it has no copy of. */
export const chatSource = (db: Db): SocketSource => ({
  standingsOf: async (userIds) => {
    const people = await readChatRights(db, userIds);
    return new Map(
      people.map(({ userId, channelIds, displayName }) => [
        userId,
        {
          channels: channelIds.map(socketChannelOf),
          personal: personalChannelOf(userId),
          info: { displayName },
        },
      ]),
    );
  },
  read: async (channel, wanted) => {
    const id = channelIdIn(channel);
    const found = id === undefined ? undefined : await latestChanges(db, id, wanted);
    if (!found) return undefined;
    const { epoch, top, changes } = found;
    return { epoch, top, entries: changes.map((one) => ({ seq: one.seq, data: publicationText(one) })) };
  },
  tops: async (channels) => {
    const ids = channels.map(channelIdIn).filter((id) => id !== undefined);
    const tops = await lastNumbersOf(db, ids);
    return new Map([...tops].map(([id, top]) => [socketChannelOf(id), top]));
  },
});
