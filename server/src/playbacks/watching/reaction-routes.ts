import { type ChatParts, requireWriter } from '../../chat/chat.ts';
import { type FlyingReactions, reactionsPerMinute } from '../../gestures/gestures.ts';
import { now } from '../../platform/clock.ts';
import { refuse } from '../../platform/errors.ts';
import type { RateLimits } from '../../platform/http/access/rate-limit.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { sessionById } from '../events/sessions.store.ts';
import { ownViewingInPath } from './access.ts';
import { isShown } from './standing.ts';

interface ReactionParts {
  chat: ChatParts;
  reactions: FlyingReactions;
  limits: RateLimits;
}

/** Reactions over the video of a live session, by the socket of its chat (docs/decisions/0193). */
export const viewingReactionEndpoints = ({ chat, reactions, limits }: ReactionParts): Endpoint[] => [
  endpoint('sendViewingReaction', {
    access: ownViewingInPath,
    handle: async ({ db, caller, access: viewing, body }) => {
      if (viewing.kind !== 'live' || !isShown(viewing, now())) return refuse('session_not_running');
      const { chatChannelId } = (await sessionById(db, viewing.sessionId)) ?? refuse('not_found');
      await requireWriter(chat, { db, caller }, chatChannelId);
      await limits.takeOrRefuse(`reactions:${caller.participantId}`, reactionsPerMinute);
      reactions.add(chatChannelId, body.emoji);
      return {};
    },
  }),
];
