import { type ChatParts, type PersonalVote, readPersonalPolls, voteInPersonalPoll } from '../../chat/chat.ts';
import { now } from '../../platform/clock.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { channelOfPermanentSession } from '../timeline/viewer-polls.store.ts';
import { pollsReachedAt } from '../timeline/viewer-polls.ts';
import { ownViewingInPath } from './access.ts';
import { isShown, positionOf } from './standing.ts';
import type { ViewingCaches } from './viewing-caches.ts';
import type { SeenViewing } from './viewings.store.ts';

/** The polls that a viewing of a permanent session has reached now. Other sessions have theirs in the chat. */
async function pollsOf(watching: ViewingCaches, stored: SeenViewing) {
  // A report that is not stored yet is newer than the row.
  const viewing = (await watching.watchers.get(stored.id)) ?? stored;
  const { sessionId, kind, videoId } = viewing;
  const at = now();
  const isRunning = isShown(viewing, at);
  const video = kind === 'permanent' && isRunning ? await watching.videos.get(videoId) : undefined;
  const second = video && positionOf(viewing, video.duration, at);
  const seen =
    second === undefined ? new Map() : pollsReachedAt(await watching.shownItemsOf(sessionId), second);
  return { seen, isRunning };
}

/** Endpoints for the polls of permanent sessions, which open for each viewer at a second of their own. */
export const viewingPollEndpoints = (watching: ViewingCaches, chat: ChatParts): Endpoint[] => [
  endpoint('listViewingPolls', {
    access: ownViewingInPath,
    handle: async ({ db, caller, access }) => {
      const { seen } = await pollsOf(watching, access);
      const channelId = await channelOfPermanentSession(db, access.sessionId);
      if (channelId === undefined || seen.size === 0) return [];
      return readPersonalPolls(chat, { db, caller }, { channelId, seen });
    },
  }),
  endpoint('voteInViewing', {
    access: ownViewingInPath,
    handle: async ({ db, caller, access, params: { pollId }, body }) => {
      const { seen, isRunning } = await pollsOf(watching, access);
      const channelId = await channelOfPermanentSession(db, access.sessionId);
      if (channelId === undefined) return refuse('not_found');
      if (!isRunning) return refuse('session_not_running');
      const status = seen.get(pollId) ?? refuse('not_found');
      if (status === 'done') return refuse('poll_stopped');
      const vote: PersonalVote = { channelId, pollId, body };
      return voteInPersonalPoll(chat, { db, caller }, vote);
    },
  }),
];
