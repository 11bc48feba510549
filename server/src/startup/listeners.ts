import { countValidLinksBy, revokeLinksBy } from '../access-links/access-links.ts';
import { type CallListeners, type CallParts, finishCallOfDeletedRoom } from '../calls/calls.ts';
import { type ChatListeners, chatListeners } from '../chat/chat.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import { lowerAllHands } from '../gestures/gestures.ts';
import {
  applyRoomRights,
  endWaiting,
  followRoles,
  type ModerationParts,
  removeByLinks,
  settleAfterChange,
  settleWaiting,
} from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import type { RecordListeners } from '../records/records.ts';
import type { RoomListeners } from '../rooms/rooms.ts';
import type { OwnLinks } from '../spaces/spaces.ts';
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
  { chat, records, links }: { chat: ChatListeners; records: RecordListeners; links: OwnLinks },
): RoomListeners {
  return {
    links,
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

/** What follows when links are revoked: whoever entered by them no longer waits, and is removed. */
export const linkListenersOf = ({ engine, log }: ModerationParts, chat: ChatListeners) => ({
  onLinksRevoking: (trx: Db, linkIds: string[]) => endWaiting(trx, chat, linkIds),
  onLinksRevoked: async (db: Db, linkIds: string[]) => {
    const people = linkIds.length > 0 ? await removeByLinks(db, { engine, log }, linkIds) : [];
    if (people.length > 0) await chat.onPeopleChanged(db, people);
  },
});

/** What happens to the access links of somebody who loses a part; groups and rooms do not know of links. */
export function ownLinksOf(listeners: ReturnType<typeof linkListenersOf>): OwnLinks {
  return {
    count: countValidLinksBy,
    revoke: async (trx, created) => {
      const linkIds = await revokeLinksBy(trx, created);
      if (linkIds.length > 0) await listeners.onLinksRevoking(trx, linkIds);
      return linkIds;
    },
    onRevoked: listeners.onLinksRevoked,
  };
}
