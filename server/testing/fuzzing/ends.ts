import type { Operation } from '../../../contract/routes.ts';

/** The parts that a stage can make anew, in that order. */
export const parts = [
  ...(['account', 'group', 'member', 'links', 'people', 'record', 'webhook'] as const),
  ...(['chatSettings', 'machine', 'channel', 'joined', 'message', 'polls'] as const),
  ...(['spare', 'spareSession', 'spareToken', 'spareSpace', 'spareWebhook'] as const),
] as const;
export type Part = (typeof parts)[number];

/** The parts that a successful operation may have ended; they are made anew before the next request. */
const ends: Partial<Record<Operation, readonly Part[]>> = {
  changePassword: ['account'],
  updateOwnUser: ['account'],
  endOtherSessions: ['account'],
  endSession: ['account'],
  refreshClientSecret: ['account'],
  deletePersonalToken: ['account'],
  deleteSpace: ['group'],
  deleteRoom: ['group'],
  updateRoom: ['people'],
  removeMember: ['member'],
  updateMember: ['member'],
  removeRole: ['member'],
  activateInvite: ['links'],
  revokeInvite: ['links'],
  revokeAccessLink: ['links'],
  removeParticipant: ['people'],
  refuseParticipant: ['people'],
  finishActiveCall: ['people'],
  erasePerson: ['people'],
  leaveChannel: ['joined'],
  deleteMessage: ['message'],
  clearChannel: ['message'],
  unpinMessage: ['message'],
  stopPoll: ['polls'],
  deletePoll: ['polls'],
  createChatM2mToken: ['machine'],
  updateChatSettings: ['chatSettings'],
  updateChannelSettings: ['channel'],
  deleteRecord: ['record'],
  deleteWebhook: ['webhook'],
};

/** Of operations that are asked of the spare account: what ends there is soon made anew, since little stands on it. */
const endsOfSpare: Partial<Record<Operation, readonly Part[]>> = {
  changePassword: ['spare'],
  resetPassword: ['spare'],
  updateOwnUser: ['spare'],
  endOtherSessions: ['spare'],
  endSession: ['spare'],
  deleteSession: ['spareSession'],
  refreshSession: ['spareSession'],
  refreshClientSecret: [],
  deletePersonalToken: ['spareToken'],
  deleteSpace: ['spareSpace'],
  deleteRoom: ['spareSpace'],
  createWebhook: ['spareWebhook'],
};

/** Is the operation asked of the spare account? */
export const isOfSpare = (operation: Operation): boolean => operation in endsOfSpare;

/** A request made for one operation meets another when its method is another. */
export const endedBy = (met: Operation, made: Operation): readonly Part[] =>
  (isOfSpare(made) && made === met ? endsOfSpare : ends)[met] ?? [];

const costly: readonly Part[] = ['account', 'group', 'people', 'spare'];

/** Is much made anew after this operation? */
export const isCostly = (operation: Operation): boolean =>
  endedBy(operation, operation).some((part) => costly.includes(part));
