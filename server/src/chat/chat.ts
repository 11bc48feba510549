/**
 * The chat. Owns the tables `chat_…`.
 * Offers: `publishToRoom` for events of other features, messages and polls of webinars, the data of
 * the socket (`source.ts`). Listens to: rooms, participants, calls and groups (`listeners.ts`).
 * Look first: `changes.ts` makes every change of a channel; `access.ts` finds the person and their role;
 * `channels/rights.store.ts` states who sees a channel, and `messages/rules.ts` who may write now.
 */

export type { ChatRequest } from './access.ts';
export { publishToRoom, publishWithoutNumber } from './changes.ts';
export {
  beginNewEpochs,
  ensureChannel,
  ensureRoomChannel,
  lockChannel,
  lockRoomChannel,
} from './channels/store.ts';
export { deleteSomeDirects, deleteSomeUsers } from './delete.store.ts';
export { eraseFromChat } from './erase.ts';
export { type ChatListeners, chatListeners } from './listeners.ts';
export { type PostedMessage, postMessage } from './messages/post.ts';
export type { ChatParts } from './parts.ts';
export { spaceOfMachineToken } from './people/applications.store.ts';
export { faultsOfPoll, newPollOf, type PollContent } from './polls/create.ts';
export {
  createPersonalPoll,
  readPersonalPolls,
  removePersonalPoll,
  type SeenPersonalPolls,
} from './polls/personal.ts';
export { endPoll, runPoll } from './polls/polls.ts';
export { type PersonalVote, voteInPersonalPoll } from './polls/vote.ts';
export { chatEndpoints } from './routes.ts';
export { chatSource } from './source.ts';
export { startRecheckingExcluded } from './recheck-excluded.ts';
export { createChatTrimmer, createChatUserEraser, createPollEraser } from './trim.ts';
