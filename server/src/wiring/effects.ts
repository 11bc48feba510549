/**
 * The effects of each event, in their order: one list for each, to be read like a table of contents. An effect is a
 * function of its own feature. A feature states its events and runs their effects, and knows none of them
 * (docs/decisions/0149). Effects of an event in a transaction run in it, and leave to `onCommit` what must not happen
 * if it fails.
 */

import type { LinkEffects } from '../access-links/access-links.ts';
import { deleteAssetsOf } from '../assets/store.ts';
import {
  noteHands,
  noteMessage,
  notePollStart,
  noteReaction,
  noteRecording,
  noteRoles,
  noteSource,
  noteUserJoined,
  noteUserLeft,
  noteVote,
} from '../bbb/hooks/events.ts';
import { endMeetingOfRoom } from '../bbb/meetings/end.ts';
import { noteFirstEntry } from '../bbb/meetings/store.ts';
import { publishDrawingChange } from '../boards/boards.ts';
import type { CallEffects, CallFact, CallParts, FinishedCall } from '../calls/calls.ts';
import { finishCallOfDeletedRoom } from '../calls/end-for-all.ts';
import { insertDeletedRooms } from '../calls/store.ts';
import { lockRoomChannel } from '../chat/channels/store.ts';
import { deleteSomeDirects, deleteSomeUsers } from '../chat/delete.store.ts';
import {
  closeChannelsOf,
  disconnectSpace,
  endRecovery,
  publishCallStart,
  publishRoomChange,
  publishTimer,
  recheckPeople,
  recheckRoom,
} from '../chat/effects.ts';
import type { ChatEffects, ChatParts } from '../chat/parts.ts';
import {
  endAdmissions,
  publishAdmissions,
  publishDeviceRequest,
  publishMuting,
  publishRoleChanges,
  publishUnmuteRequest,
  publishWaitingCount,
} from '../chat/people/notices.ts';
import { syncChatUser } from '../chat/people/profile.ts';
import { endPollsOfRoom } from '../chat/polls/polls.ts';
import {
  type DocumentEffects,
  type DocumentParts,
  deleteDocumentsIn,
  deleteDocumentsOfRooms,
} from '../documents/documents.ts';
import { clearFeedback, hideFeedbackOfAbsent, showFeedbackAgain } from '../gestures/feedback.ts';
import { endForbiddenGestures } from '../gestures/forbidden.ts';
import { type HandParts, lowerAllHands, lowerHandOfAbsent, raiseHandAgain } from '../gestures/hands.ts';
import type { GestureParts } from '../gestures/routes.ts';
import type { ParticipantEffects } from '../participants/effects.ts';
import {
  applyRoomRights,
  type ModerationParts,
  removeParticipantsByLinks,
} from '../participants/roles/moderate.ts';
import { applyNewRoles, applyRoleChange } from '../participants/roles/roles.ts';
import { endGivenRoles } from '../participants/roles/store.ts';
import {
  announceWaiting,
  endWaiting,
  openForModerator,
  reviewAdmissionsAfterChange,
} from '../participants/waiting/waiting.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import type { Logger } from '../platform/logging/log.ts';
import {
  followFailedVideo,
  followReadyVideo,
  releaseContent,
  releaseContentOfRoom,
} from '../playbacks/content.ts';
import { finishSessionsOf } from '../playbacks/events/run-sessions.ts';
import { announceChangedViewers } from '../playbacks/watching/viewings.store.ts';
import { queueRecordEmails } from '../records/email/email.ts';
import type { LifecycleParts } from '../records/lifecycle.ts';
import { logIdsOf } from '../records/log-ids.ts';
import type { RecordParts } from '../records/parts.ts';
import { wakeRecordersOf } from '../records/running/running.store.ts';
import { startAutomatically } from '../records/start.ts';
import { failRecordsOfRooms, stopRecordOfCall } from '../records/stop.ts';
import { queueAttendanceEmails } from '../reports/calls/email/email.ts';
import { deleteSomeRooms, endAllIn } from '../rooms/change.ts';
import { deleteRolesIn } from '../rooms/roles.store.ts';
import type { RoomEffects } from '../rooms/rooms.ts';
import { noteLastCall } from '../rooms/store.ts';
import type { SpaceDeletion } from '../spaces/spaces.ts';
import { endPagesOf, endScreenOfAbsent, endScreensOfCall, followScreen } from '../stage/follow.ts';
import type { StageEffects, StageParts } from '../stage/parts.ts';
import type { Metrics } from '../system/metrics.ts';
import type { TranscriptionParts } from '../transcription/parts.ts';
import { requestAutomatically } from '../transcription/request.ts';
import { endMeetingsIn } from '../users/store.ts';
import type { VideoEffects } from '../videos/videos.ts';
import { announce, endWebhooksOf } from '../webhooks/webhooks.ts';

type Chat = Pick<ChatParts, 'socket'>;
type Participants = ModerationParts & ParticipantEffects;

export const chatEffects: ChatEffects = {
  onMessageSent: [noteMessage],
  onPollStarted: [notePollStart],
  onVoted: [noteVote],
};

export const gestureEffects: Pick<GestureParts, 'onHandsMoved' | 'onReacted'> = {
  onHandsMoved: [noteHands],
  onReacted: [noteReaction],
};

const withHands = (chat: Chat): HandParts => ({ ...chat, ...gestureEffects });

export const stageEffects: StageEffects = {
  onStageChanged: [wakeRecordersOf],
};

const withStage = (chat: Chat): StageParts => ({ ...chat, ...stageEffects });

export const participantEffectsOf = (chat: Chat): ParticipantEffects => ({
  onPeopleChanged: [announceChangedViewers, (db, participantIds) => recheckPeople(chat, db, participantIds)],
  onAdmissionChanged: [(trx, people) => publishAdmissions(chat, trx, people)],
  onRolesChanged: [(db, changes) => publishRoleChanges(chat, db, changes), noteRoles],
  onRenamed: [(db, participantId) => syncChatUser(chat, db, participantId)],
  // Before the media server mutes them: their pages know by whom.
  onMuting: [(db, muting) => publishMuting(chat, db, muting)],
  onUnmuteRequested: [(db, request) => publishUnmuteRequest(chat, db, request)],
  onWaitingChanged: [(db, roomId) => publishWaitingCount(chat, db, roomId)],
});

interface Given {
  chat: Chat;
  participants: Participants;
  records: RecordParts;
  calls: CallParts;
}

interface Reporting {
  metrics: Metrics;
  log: Logger;
  sendsMail: boolean;
}

export function callEffectsOf(given: Omit<Given, 'calls'> & Reporting): CallEffects {
  const { chat, participants, records, sendsMail } = given;
  const { onPeopleChanged, onRolesChanged } = participants;
  const links = linkEffectsOf(participants, chat);
  return {
    ...{ onPeopleChanged, onRolesChanged },
    onCallStarted: [
      noteLastCall,
      (trx, call) => publishCallStart(chat, trx, call),
      announceCall('call_started'),
      countStart(given),
    ],
    onEntered: [
      noteFirstEntry,
      noteUserJoined,
      (trx, entry) => startAutomatically(records, trx, entry),
      (trx, entry) => raiseHandAgain(withHands(chat), trx, entry),
      (trx, entry) => showFeedbackAgain(chat, trx, entry),
      (trx, entry) => openForModerator(trx, participants, entry),
    ],
    onLeft: [
      (trx, participantId) => lowerHandOfAbsent(withHands(chat), trx, participantId),
      (trx, participantId) => hideFeedbackOfAbsent(chat, trx, participantId),
      (trx, participantId) => endScreenOfAbsent(withStage(chat), trx, participantId),
      noteUserLeft,
    ],
    onTrackSeen: [noteSource, (trx, seen) => followScreen(withStage(chat), trx, seen)],
    onWaitingMessageChanged: [(trx, roomId) => announceWaiting(trx, participants, roomId)],
    onTimerChanged: [(trx, timer) => publishTimer(chat, trx, timer)],
    onEndedForAll: [(trx, { roomId }) => endMeetingOfRoom(links, trx, { roomId, reason: 'moderator' })],
    onCallFinished: [
      endGivenRoles,
      (trx, call) => stopRecordOfCall(records, trx, call),
      // Messages, votes and hands under way are stored first: the report is final when this commits.
      (trx, { roomId }) => lockRoomChannel(trx, roomId),
      announceCall('call_finished'),
      announceCall('report_ready'),
      ...(sendsMail ? [queueAttendanceEmails] : []),
      (trx, { roomId }) => lowerAllHands(withHands(chat), trx, roomId),
      (trx, { roomId }) => clearFeedback(chat, trx, roomId),
      (trx, call) => endScreensOfCall(withStage(chat), trx, call),
      (trx, call) => endPollsOfRoom(chat, trx, call),
      (trx, call) => endAdmissions(chat, trx, call),
      (trx, call) => endRecovery(chat, trx, call),
      countEnd(given),
    ],
  };
}

/** Nobody is in a sample call: only the integrator's webhooks get it (docs/decisions/0202). */
export const sampleCallEffects: Pick<CallEffects, 'onCallStarted' | 'onCallFinished'> = {
  onCallStarted: [(trx, call) => announceCall('call_started')(trx, call)],
  onCallFinished: [
    (trx, call) => announceCall('call_finished')(trx, call),
    (trx, call) => announceCall('report_ready')(trx, call),
  ],
};
type RecordEffects = Pick<LifecycleParts, 'onRecordMoved' | 'onRecordFinished' | 'onTransition'>;

/** Its recording is neither transcribed, sent by email nor counted. */
export const sampleRecordEffects: RecordEffects = {
  onRecordMoved: [],
  onRecordFinished: [],
  onTransition: () => undefined,
};

export const linkEffectsOf = (participants: Participants, chat: Chat): LinkEffects => ({
  onLinksRevoking: [(trx, linkIds) => endWaiting(trx, participants, linkIds)],
  onLinksRevoked: [(db, linkIds) => removeParticipantsByLinks(db, participants, linkIds)],
  onLinkRoleChanged: [(db, changes) => applyNewRoles(db, participants, changes)],
  onDeviceAsked: [(db, request) => publishDeviceRequest(chat, db, request)],
});

export function roomEffectsOf({ chat, participants, records, calls }: Given): RoomEffects {
  const links = linkEffectsOf(participants, chat);
  const onMediaRightsChanged: RoomEffects['onMediaRightsChanged'] = [
    (db, room) => applyRoomRights(db, participants, room),
  ];
  return {
    onRoomChanging: [
      (trx, change) => publishRoomChange(chat, trx, change),
      (trx, change) => endForbiddenGestures(withHands(chat), trx, change),
      (trx, change) => publishDrawingChange(chat, trx, change),
      (trx, change) => reviewAdmissionsAfterChange(trx, participants, change),
    ],
    onRoomChanged: [...onMediaRightsChanged, (db, room) => recheckRoom(chat, db, room)],
    onMediaRightsChanged,
    onRoomDeleting: [
      // Before the end of the call, which would only stop them.
      (trx, { id }) => failRecordsOfRooms(records, trx, [id]),
      releaseContentOfRoom,
      (trx, { id }) => finishCallOfDeletedRoom(calls, trx, id),
      (trx, { id: roomId }) => endMeetingOfRoom(links, trx, { roomId, reason: 'room_deleted' }),
      finishSessionsOf,
      (trx, { id }) => deleteDocumentsOfRooms(trx, [id]),
      (trx, room) => closeChannelsOf(chat, trx, room),
    ],
    onHiddenRoomsDeleting: [
      (trx, roomIds) => failRecordsOfRooms(records, trx, roomIds),
      insertDeletedRooms,
      deleteDocumentsOfRooms,
    ],
    onRoleChanged: [(db, whose) => applyRoleChange(db, participants, whose)],
  };
}

/** A meeting of BigBlueButton is created in a room that had meetings before: its people see none of their chat. */
export const meetingEffectsOf = (chat: Chat) => [
  (trx: Db, meeting: { roomId: string }) => endRecovery(chat, trx, meeting),
];

export const onMemberLeaving = [deleteRolesIn];

export const spaceDeletionOf = (chat: Chat, rooms: RoomEffects): SpaceDeletion => ({
  onSpaceDeleting: [
    (trx, space) => endAllIn(trx, space, rooms),
    endWebhooksOf,
    deleteAssetsOf,
    deleteDocumentsIn,
    endMeetingsIn,
    (trx, space) => disconnectSpace(chat, trx, space),
  ],
  steps: [(trx, some) => deleteSomeRooms(trx, some, rooms), deleteSomeDirects, deleteSomeUsers],
});

export const recordEffectsOf = (given: Pick<TranscriptionParts, 'speech'> & Reporting): RecordEffects => ({
  onRecordMoved: [noteRecording],
  onRecordFinished: [
    (trx, record) => requestAutomatically(given, trx, record),
    ...(given.sendsMail ? [queueRecordEmails] : []),
  ],
  onTransition: countTransition(given),
});

/** A person deletes a recording or an uploaded video. Playbacks that show it refuse, or lose it. */
export const onRecordDeleting = [
  (trx: Db, { recordId, force }: { recordId: string; force: boolean }) =>
    releaseContent(trx, { source: { recordId }, force }),
];
export const onAssetDeleting = [
  (trx: Db, { assetId, force }: { assetId: string; force: boolean }) =>
    releaseContent(trx, { source: { assetId }, force }),
];

export const videoEffects: VideoEffects = {
  onVideoReady: [followReadyVideo],
  onVideoFailed: [followFailedVideo],
};

const announceDocument =
  (eventName: 'document_ready' | 'document_failed') =>
  async (trx: Db, document: { id: string; roomId: string; spaceId: string }): Promise<void> => {
    const { id: documentId, roomId, spaceId } = document;
    await announce(trx, { eventName, roomId, spaceId, documentId });
  };

export const documentDeletionOf = (chat: Chat): Pick<DocumentParts, 'onDocumentDeleting'> => ({
  onDocumentDeleting: [(trx, document) => endPagesOf(withStage(chat), trx, document)],
});

export const documentEffects: DocumentEffects = {
  onDocumentReady: [(trx, document) => announceDocument('document_ready')(trx, document)],
  onDocumentFailed: [(trx, document) => announceDocument('document_failed')(trx, document)],
};

const announceCall =
  (eventName: 'call_started' | 'call_finished' | 'report_ready') =>
  (trx: Db, { id: callId, roomId, spaceId, isSample }: CallFact) =>
    announce(trx, { eventName, roomId, spaceId, callId, isSample });

const countStart =
  ({ metrics, log }: Reporting) =>
  async (trx: Db, { id: callId, roomId, spaceId }: CallFact): Promise<void> =>
    onCommit(trx, () => {
      metrics.callsStarted.inc();
      log.info({ callId, roomId, spaceId }, 'a call began');
    });

const countEnd =
  ({ metrics, log }: Reporting) =>
  async (trx: Db, { id: callId, roomId, spaceId, startedAt, finishedAt }: FinishedCall): Promise<void> =>
    onCommit(trx, () => {
      metrics.callsFinished.inc();
      const callSeconds = Math.round((finishedAt.getTime() - startedAt.getTime()) / 1000);
      log.info({ callId, roomId, spaceId, callSeconds }, 'a call ended');
    });

const countTransition =
  ({ metrics, log }: Reporting): LifecycleParts['onTransition'] =>
  ({ record, counts }) => {
    if (counts) metrics.recordings[counts].inc();
    const { state, failure, stopReason, nodeId } = record;
    const about = {
      ...logIdsOf(record),
      state,
      nodeId,
      ...(failure && { failure }),
      ...(stopReason && { stopReason }),
    };
    log.info(about, 'a recording changed its state');
  };
