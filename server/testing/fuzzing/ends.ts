import type { Operation } from '../../../contract/routes.ts';

/** The parts that a fuzz account can make again, in this order. */
export const parts = [
  ...([
    'account',
    'group',
    'member',
    'links',
    'people',
    'record',
    'playback',
    'asset',
    'document',
    'webhook',
  ] as const),
  ...(['chatSettings', 'machine', 'channel', 'joined', 'message', 'polls'] as const),
  ...(['spare', 'spareSession', 'spareToken', 'spareSpace', 'spareWebhook'] as const),
] as const;
export type StagePart = (typeof parts)[number];

/** The parts that a successful operation may have ended; they are made again before the next request. */
const ends: Partial<Record<Operation, readonly StagePart[]>> = {
  changePassword: ['account'],
  updateOwnUser: ['account'],
  deleteOwnUser: ['account'],
  endOtherSessions: ['account'],
  endSession: ['account'],
  refreshClientSecret: ['account'],
  deletePersonalToken: ['account'],
  deleteSpaceToken: ['group'],
  transferSpace: ['group'],
  deleteSpace: ['group'],
  deleteRoom: ['group'],
  updateRoom: ['people'],
  updateCallPermissions: ['people'],
  updateParticipant: ['people'],
  removeMember: ['member'],
  updateMember: ['member'],
  removeRole: ['member'],
  activateInvite: ['links'],
  revokeInvite: ['links'],
  revokeAccessLink: ['links'],
  revokeAccessLinksOfPerson: ['links'],
  removeParticipant: ['people'],
  updateAccessLink: ['links'],
  refuseParticipant: ['people'],
  refuseEverybody: ['people'],
  finishActiveCall: ['people'],
  erasePerson: ['people'],
  leaveChannel: ['joined'],
  deleteMessage: ['message'],
  clearChannel: ['message'],
  unpinMessage: ['message'],
  stopPoll: ['polls'],
  deletePoll: ['polls'],
  deleteRoomPoll: ['polls'],
  createChatM2mToken: ['machine'],
  updateChatSettings: ['chatSettings'],
  updateChannelSettings: ['channel'],
  deleteRecord: ['record'],
  requestTranscription: ['record'],
  deleteTranscription: ['record'],
  deletePlayback: ['playback'],
  updatePlaybackEvent: ['playback'],
  deletePlaybackEvent: ['playback'],
  endPlaybackSession: ['playback'],
  deleteAsset: ['asset'],
  deleteDocument: ['document'],
  deleteWebhook: ['webhook'],
  deleteWebhookById: ['webhook'],
  addWebhook: ['webhook'],
  deleteBigBlueButton: ['webhook'],
};

/** For operations sent with the spare account: its parts are cheap to make again, since little depends on them. */
const endsOfSpare: Partial<Record<Operation, readonly StagePart[]>> = {
  changePassword: ['spare'],
  resetPassword: ['spare'],
  updateOwnUser: ['spare'],
  deleteOwnUser: ['spare', 'spareSession', 'spareToken', 'spareSpace', 'spareWebhook'],
  endOtherSessions: ['spare'],
  endSession: ['spare'],
  deleteSession: ['spareSession'],
  signOut: ['spareSession'],
  refreshSession: ['spareSession'],
  refreshClientSecret: [],
  deletePersonalToken: ['spareToken'],
  deleteSpaceToken: ['spareSpace'],
  transferSpace: ['spareSpace'],
  deleteSpace: ['spareSpace'],
  deleteRoom: ['spareSpace'],
  createWebhook: ['spareWebhook'],
  createBigBlueButton: ['spareWebhook'],
};

/** Whether the operation is sent with the spare account. */
export const isOfSpare = (operation: Operation): boolean => operation in endsOfSpare;

/** `met` differs from `made` when the method of the request was changed. */
export const endedBy = (met: Operation, made: Operation): readonly StagePart[] =>
  (isOfSpare(made) && made === met ? endsOfSpare : ends)[met] ?? [];

const costly: readonly StagePart[] = ['account', 'group', 'people', 'spare'];

/** Whether many parts are made again after this operation. */
export const isCostly = (operation: Operation): boolean =>
  endedBy(operation, operation).some((part) => costly.includes(part));
