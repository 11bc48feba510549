import type { Admission, RoleChange } from '../participants/participants.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Room } from '../rooms/rooms.ts';
import { publishChange } from './changes.ts';
import { findUsersToRecheck } from './channels/rights.store.ts';
import { channelSettingsOf, ensureRoomChannel, usersJoined } from './channels/store.ts';
import type { ChatParts } from './parts.ts';
import { publishRoleChanges } from './people/roles.ts';
import { endAdmissions, publishAdmissions, publishWaitingCount } from './people/waiting.ts';
import { presentSettings } from './present.ts';

/** What the chat does about what happens elsewhere; called from `app.ts`. */
export interface ChatListeners {
  /** In the transaction that changes the room: its people hear of the chat's own switch. */
  onRoomChanging: (trx: Db, change: { before: Room; after: Room }) => Promise<void>;
  /** Who may come in has perhaps changed. */
  onRoomChanged: (db: Db, room: Room) => Promise<void>;
  /** What these people may do or hear has changed: put out, a link withdrawn, another role. */
  onPeopleChanged: (db: Db, participantIds: string[]) => Promise<void>;
  /** What people are in running calls has changed. */
  onRolesChanged: (db: Db, changes: RoleChange[]) => Promise<void>;
  /** The channel is going: who listens to it is told to stop. */
  onRoomDeleting: (trx: Db, room: Room) => Promise<void>;
  /** In the transaction that ends the call. */
  onCallFinished: (trx: Db, callId: string) => Promise<void>;
  /** Where it is written: who waited was let in or sent away, or has to wait from now on. */
  onAdmissionChanged: (trx: Db, people: Admission[]) => Promise<void>;
  /** Others wait in the room than before. */
  onWaitingChanged: (db: Db, roomId: string) => Promise<void>;
}

export const chatListeners = (parts: Pick<ChatParts, 'socket'>): ChatListeners => ({
  onRoomChanging: async (trx, { before, after: { channelId, flags } }) => {
    if (before.flags.isChatAllowed === flags.isChatAllowed) return;
    await ensureRoomChannel(trx, channelId);
    const settings = (await channelSettingsOf(trx, channelId)) ?? refuse('not_found');
    const payload = { settings: presentSettings(settings) };
    await publishChange(parts, trx, { channelId, event: 'channel-settings', payload });
  },
  onRoomChanged: async (db, { channelId }) => {
    parts.socket.recheck(await usersJoined(db, channelId));
  },
  onPeopleChanged: async (db, participantIds) => {
    const users = await findUsersToRecheck(db, participantIds);
    if (users.length > 0) parts.socket.recheck(users);
  },
  onRolesChanged: (db, changes) => publishRoleChanges(parts, db, changes),
  onRoomDeleting: async (trx, { channelId }) => {
    const users = await usersJoined(trx, channelId);
    onCommit(trx, () => parts.socket.recheck(users));
  },
  onCallFinished: (trx, callId) => endAdmissions(parts, trx, callId),
  onAdmissionChanged: (trx, people) => publishAdmissions(parts, trx, people),
  onWaitingChanged: (db, roomId) => publishWaitingCount(parts, db, roomId),
});
