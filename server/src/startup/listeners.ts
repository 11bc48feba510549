import { type CallListeners, type CallParts, finishCallOfDeletedRoom } from '../calls/calls.ts';
import { type ChatListeners, chatListeners } from '../chat/chat.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import { lowerAllHands } from '../gestures/gestures.ts';
import {
  applyRoomRights,
  endWaiting,
  followRoles,
  type ModerationParts,
  putOutByLink,
  settleAfterChange,
  settleWaiting,
} from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import type { RecordListeners } from '../records/records.ts';
import type { RoomListeners } from '../rooms/rooms.ts';
import type { Metrics } from '../system/metrics.ts';
import { announce } from '../webhooks/webhooks.ts';

/** What the beginning and the end of a call, and a change of somebody in it, mean to the rest of the program. */
export function callListenersOf(
  parts: { socket: SocketEngine },
  metrics: Metrics,
  records: RecordListeners,
): CallListeners {
  const inChat = chatListeners(parts);
  return {
    onCallStarted: async (trx, { id: callId, roomId, spaceId }) => {
      await announce(trx, { eventName: 'call_started', roomId, spaceId, callId });
      metrics.callsStarted.inc();
    },
    onEntered: records.onEntered,
    onCallFinished: async (trx, call) => {
      const { id: callId, roomId, spaceId } = call;
      await records.onCallFinished(trx, call);
      await announce(trx, { eventName: 'call_finished', roomId, spaceId, callId });
      await lowerAllHands(parts, trx, roomId);
      await inChat.onCallFinished(trx, callId);
      metrics.callsFinished.inc();
    },
    onStandingChanged: async (db, { changed, gone }) => {
      const concerned = [...gone, ...changed.map(({ participantId }) => participantId)];
      if (concerned.length > 0) await inChat.onPeopleChanged(db, concerned);
      await inChat.onRolesChanged(db, changed);
    },
  };
}

/** What follows from a change of a room, or of somebody's role there, in the call and in the chat. */
export function roomListenersOf(
  { engine, log }: ModerationParts,
  calls: CallParts,
  { chat, records }: { chat: ChatListeners; records: RecordListeners },
): RoomListeners {
  return {
    onRoomChanging: async (trx, change) => {
      await chat.onRoomChanging(trx, change);
      await settleAfterChange(trx, chat, change);
    },
    onRoomChanged: async (db, room) => {
      await applyRoomRights(db, { engine, log }, room);
      await chat.onRoomChanged(db, room);
    },
    onRoomDeleting: async (trx, room) => {
      await records.onRoomDeleting(trx, room);
      await finishCallOfDeletedRoom(calls, trx, room.id);
      await chat.onRoomDeleting(trx, room);
    },
    onRoleChanged: async (db, whose) => {
      const { changed, participantIds } = await followRoles(db, { engine, log }, whose);
      await settleWaiting(db, chat, whose);
      await chat.onPeopleChanged(db, participantIds);
      await chat.onRolesChanged(db, changed);
    },
  };
}

/** What follows when a link is withdrawn: who came by it waits no more, and is put out. */
export const linkListenersOf = ({ engine, log }: ModerationParts, chat: ChatListeners) => ({
  onLinkRevoking: (trx: Db, link: { id: string }) => endWaiting(trx, chat, link.id),
  onLinkRevoked: async (db: Db, link: { id: string; roomId: string }) =>
    chat.onPeopleChanged(db, await putOutByLink(db, { engine, log }, link)),
});
