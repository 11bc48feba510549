import type { FeedbackAnswer } from '../../../../contract/operations/feedback-answers.ts';
import type { StageReaction } from '../../../../contract/operations/stage-reactions.ts';
import { api, discard } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';

export type Hand = { participantId: string; name: string; raisedAt: string };

/** The answer of a person; null: none. */
export type FeedbackChange = { participantId: string; answer: FeedbackAnswer | null };

/** The server operations that gestures use. The page passes the SDK's client, tests a fake. */
export type GestureApi = {
  hands: () => Promise<readonly Hand[]>;
  raise: () => Promise<void>;
  lower: (participantId: string) => Promise<void>;
  lowerAll: () => Promise<void>;
  feedback: () => Promise<readonly FeedbackChange[]>;
  answer: (answer: FeedbackAnswer | null) => Promise<void>;
  clearFeedback: () => Promise<void>;
  react: (emoji: StageReaction) => Promise<void>;
};

/** Uses the participant's own token. */
export function gestureApi({ spaceId, roomId, participantId, participantToken }: CallEntry): GestureApi {
  const client = api(participantToken);
  return {
    hands: async () => (await client.listHands({ spaceId, roomId })).items,
    raise: () => discard(client.raiseHand({ spaceId, participantId })),
    lower: (id) => discard(client.lowerHand({ spaceId, participantId: id })),
    lowerAll: () => discard(client.lowerAllHands({ spaceId, roomId })),
    feedback: async () => (await client.listFeedback({ spaceId, roomId })).items,
    answer: (answer) => discard(client.setFeedback({ spaceId, participantId, body: { answer } })),
    clearFeedback: () => discard(client.clearFeedback({ spaceId, roomId })),
    react: (emoji) => discard(client.sendStageReaction({ spaceId, roomId, body: { emoji } })),
  };
}
