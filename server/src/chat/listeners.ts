import type { Admission, Muting, RoleChange } from '../participants/participants.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import type { Room } from '../rooms/rooms.ts';
import { publishSettingsIn } from './channels/moderate.ts';
import { haveSameCallPermissions, publishCallPermissions } from './channels/permissions.ts';
import { settleExcluded, usersConnectedTo } from './channels/rights.store.ts';
import { channelsOfRoom, ensureChannel, usersJoinedIn } from './channels/store.ts';
import type { ChatParts } from './parts.ts';
import { syncChatUser } from './people/profile.ts';
import { publishMuting, publishRoleChanges } from './people/roles.ts';
import { endAdmissions, publishAdmissions, publishWaitingCount } from './people/waiting.ts';
import { endPollsOfRoom } from './polls/polls.ts';

/** Reactions of the chat to changes in other features; called from `app.ts`. */
export interface ChatListeners {
  /** Runs in the transaction that changes the room: publishes the switch for the chat and what people may do in the call. */
  onRoomChanging: (trx: Db, change: { before: Room; after: Room }) => Promise<void>;
  /** Rechecks connections: other people may see the channel now. */
  onRoomChanged: (db: Db, room: Room) => Promise<void>;
  /** Rechecks connections of people who were removed, whose link was revoked or whose role changed. */
  onPeopleChanged: (db: Db, participantIds: string[]) => Promise<void>;
  /** Notifies people whose role in a running call changed. */
  onRolesChanged: (db: Db, changes: RoleChange[]) => Promise<void>;
  /** Shows the new name of a person in the call to everybody who sees them in the chat. */
  onRenamed: (db: Db, participantId: string) => Promise<void>;
  /** Runs in the transaction that deletes the room: disconnects everybody from its channels. */
  onRoomDeleting: (trx: Db, room: Room) => Promise<void>;
  /** Runs in the transaction that hides a group: disconnects everybody of it. */
  onSpaceDeleting: (trx: Db, space: { id: string }) => Promise<void>;
  /** Runs in the transaction that ends the call, which has locked the room's channel. */
  onCallFinished: (trx: Db, call: { id: string; roomId: string }) => Promise<void>;
  /** Runs in the transaction of the admission: notifies people who were admitted, refused, or have to wait. */
  onAdmissionChanged: (trx: Db, people: Admission[]) => Promise<void>;
  /** Tells people whom a moderator mutes by whom. */
  onMuting: (db: Db, muting: Muting) => Promise<void>;
  /** Notifies moderators that the number of people who wait changed. */
  onWaitingChanged: (db: Db, roomId: string) => Promise<void>;
}

export const chatListeners = (parts: Pick<ChatParts, 'socket'>): ChatListeners => ({
  onRoomChanging: async (trx, { before, after }) => {
    if (before.flags.isChatAllowed !== after.flags.isChatAllowed) {
      await ensureChannel(trx, after.channelId);
      await publishSettingsIn(parts, trx, await channelsOfRoom(trx, after.id));
    }
    const isCall = after.kind === 'room';
    if (isCall && !haveSameCallPermissions(before, after)) await publishCallPermissions(parts, trx, after);
  },
  onRoomChanged: async (db, { id }) => {
    parts.socket.recheck(await usersJoinedIn(db, id));
  },
  onPeopleChanged: async (db, participantIds) => {
    const users = await settleExcluded(db, participantIds);
    if (users.length > 0) parts.socket.recheck(users);
  },
  onRolesChanged: (db, changes) => publishRoleChanges(parts, db, changes),
  onRenamed: async (db, participantId) => void (await syncChatUser(parts, db, participantId)),
  onRoomDeleting: async (trx, { id }) => {
    const users = await usersJoinedIn(trx, id);
    onCommit(trx, () => parts.socket.recheck(users));
  },
  onSpaceDeleting: async (trx, { id }) => {
    const users = await usersConnectedTo(trx, id);
    onCommit(trx, () => parts.socket.recheck(users));
  },
  onCallFinished: async (trx, { id, roomId }) => {
    await endPollsOfRoom(parts, trx, roomId);
    await endAdmissions(parts, trx, id);
  },
  onAdmissionChanged: (trx, people) => publishAdmissions(parts, trx, people),
  onMuting: (db, muting) => publishMuting(parts, db, muting),
  onWaitingChanged: (db, roomId) => publishWaitingCount(parts, db, roomId),
});
