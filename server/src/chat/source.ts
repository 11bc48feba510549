import type { SocketSource } from '../engines/socket/socket.ts';
import type { Db } from '../platform/db/db.ts';
import { latestChanges, topsOf } from './changes.store.ts';
import { textOf } from './changes.ts';
import { standingOf } from './channels/standing.store.ts';
import { channelIdIn, personalChannelOf, socketChannelOf } from './parts.ts';

/** What the socket reads of the chat: rights at every connect, changes wherever its own copy is not enough. */
export const chatSource = (db: Db): SocketSource => ({
  standingOf: async (userId) => {
    const standing = await standingOf(db, userId);
    if (!standing) return null;
    return {
      channels: standing.channelIds.map(socketChannelOf),
      personal: personalChannelOf(userId),
      info: { displayName: standing.displayName },
    };
  },
  read: async (channel, wanted) => {
    const id = channelIdIn(channel);
    const found = id === undefined ? undefined : await latestChanges(db, id, wanted);
    if (!found) return undefined;
    const { epoch, top, changes } = found;
    return { epoch, top, entries: changes.map((one) => ({ seq: one.seq, data: textOf(one) })) };
  },
  tops: async (channels) => {
    const ids = channels.map(channelIdIn).filter((id) => id !== undefined);
    const tops = await topsOf(db, ids);
    return new Map([...tops].map(([id, top]) => [socketChannelOf(id), top]));
  },
});
