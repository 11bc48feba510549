import { type Db, inTransaction } from '../platform/db/db.ts';
import { tell } from './changes.ts';
import { ensureRoomChannel, settingsOf, usersIn } from './channels.store.ts';
import type { ChatParts } from './parts.ts';
import { presentSettings } from './present.ts';
import { usersOfParticipants } from './standing.store.ts';

/** What the chat does about what happens elsewhere; wired in `app.ts`. */
export interface ChatListeners {
  /** The room's switches changed, perhaps the chat's or who may come in. */
  onRoomChanged: (db: Db, room: { id: string; channelId: string }) => Promise<void>;
  /** What these people may do or hear has changed: put out, a link withdrawn, another role. */
  onPeopleChanged: (db: Db, participantIds: string[]) => Promise<void>;
  /** The channel is going: who listens to it is told to stop. */
  onRoomDeleted: (db: Db, room: { channelId: string }) => Promise<() => void>;
}

export const chatListeners = (parts: Pick<ChatParts, 'socket'>): ChatListeners => ({
  onRoomChanged: async (db, { channelId }) => {
    await ensureRoomChannel(db, channelId);
    await inTransaction(db, async (trx) => {
      const settings = await settingsOf(trx, channelId);
      if (settings) {
        await tell(parts, trx, {
          channelId,
          event: 'channel-settings',
          payload: { settings: presentSettings(settings) },
        });
      }
    });
    parts.socket.recheck(await usersIn(db, channelId));
  },
  onPeopleChanged: async (db, participantIds) => {
    const users = await usersOfParticipants(db, participantIds);
    if (users.length > 0) parts.socket.recheck(users);
  },
  onRoomDeleted: async (db, { channelId }) => {
    const users = await usersIn(db, channelId);
    return () => parts.socket.recheck(users);
  },
});
