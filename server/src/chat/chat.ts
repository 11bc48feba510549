/**
 * The chat. Owns the tables `chat_…`.
 * Offers: `publishToRoom` for events of other features, messages and polls of webinars, the data of
 * the socket (`source.ts`). Listens to: rooms, participants, calls and groups (`effects.ts`).
 * Look first: `changes.ts` makes every change of a channel; `access.ts` finds the person and their role;
 * `channels/rights.store.ts` states who sees a channel, and `messages/rules.ts` who may write now.
 */

export { publishToRoom, publishWithoutNumber } from './changes.ts';
export { ensureChannel, ensureRoomChannel, lockChannel, lockRoomChannel } from './channels/store.ts';
export { eraseFromChat } from './erase.ts';
export { requireWriter } from './messages/access.ts';
export { postMessage } from './messages/post.ts';
export type { ChatParts } from './parts.ts';
export { faultsOfPoll, newPollOf } from './polls/create.ts';
export {
  createPersonalPoll,
  readPersonalPolls,
  removePersonalPoll,
  type SeenPersonalPolls,
} from './polls/personal.ts';
export { endPoll, runPoll } from './polls/polls.ts';
export { type PersonalVote, voteInPersonalPoll } from './polls/vote.ts';
