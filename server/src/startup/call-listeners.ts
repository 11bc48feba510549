import type { Services } from '../app.ts';
import type { CallListeners } from '../calls/parts.ts';
import { lockRoomChannel } from '../chat/chat.ts';
import { lowerAllHands, onEnteredCall, onLeftCall } from '../gestures/gestures.ts';
import { openForModerator } from '../participants/waiting/waiting.ts';
import { onCommit } from '../platform/db/db.ts';
import { queueAttendanceEmails } from '../reports/reports.ts';
import { announce } from '../webhooks/webhooks.ts';

/** Returns the listeners for the start and end of a call, and for changes of its participants. */
export function callListenersOf({
  socket,
  metrics,
  logs,
  onChat,
  onRecords,
  mailer,
}: Pick<Services, 'socket' | 'metrics' | 'logs' | 'onChat' | 'onRecords' | 'mailer'>): CallListeners {
  return {
    onCallStarted: async (trx, { id: callId, roomId, spaceId }) => {
      await announce(trx, { eventName: 'call_started', roomId, spaceId, callId });
      onCommit(trx, () => {
        metrics.callsStarted.inc();
        logs.calls.info({ callId, roomId, spaceId }, 'a call began');
      });
    },
    onEntered: async (trx, entry) => {
      await onRecords.onEntered(trx, entry);
      const { participantId } = entry;
      await onEnteredCall({ socket }, trx, { roomId: entry.room.id, participantId });
      await openForModerator(trx, onChat, { roomId: entry.room.id, participantId });
    },
    onLeft: (trx, participantId) => onLeftCall({ socket }, trx, participantId),
    onCallFinished: async (trx, call) => {
      const { id: callId, roomId, spaceId } = call;
      await onRecords.onCallFinished(trx, call);
      // Messages, votes and hands under way are stored first: the report is final when this commits.
      await lockRoomChannel(trx, roomId);
      await announce(trx, { eventName: 'call_finished', roomId, spaceId, callId });
      await announce(trx, { eventName: 'report_ready', roomId, spaceId, callId });
      if (mailer) await queueAttendanceEmails(trx, call);
      await lowerAllHands({ socket }, trx, roomId);
      await onChat.onCallFinished(trx, call);
      onCommit(trx, () => {
        metrics.callsFinished.inc();
        const callSeconds = Math.round((call.finishedAt.getTime() - call.startedAt.getTime()) / 1000);
        logs.calls.info({ callId, roomId, spaceId, callSeconds }, 'a call ended');
      });
    },
    onStandingChanged: async (db, { changed, gone }) => {
      const concerned = [...gone, ...changed.map(({ participantId }) => participantId)];
      if (concerned.length > 0) await onChat.onPeopleChanged(db, concerned);
      await onChat.onRolesChanged(db, changed);
    },
  };
}
