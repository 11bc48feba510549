import type { Clock } from '../../kit/clock.ts';
import type { Chat } from '../chat/chat.ts';
import type { GestureApi } from './api.ts';
import { Feedback } from './feedback.ts';
import { Hands } from './hands.ts';
import { Reactions } from './reactions.ts';

type Parts = {
  chat: Chat;
  api: GestureApi;
  participantId: string;
  clock: Clock;
  random?: (() => number) | undefined;
};

/** Raised hands, counted feedback and stage reactions of a call. */
export class Gestures {
  readonly hands: Hands;
  readonly feedback: Feedback;
  readonly reactions: Reactions;

  constructor({ chat, api, participantId, clock, random }: Parts) {
    const parts = { api, conversation: chat.room, participantId, clock };
    this.hands = new Hands(parts);
    this.feedback = new Feedback(parts);
    this.reactions = new Reactions({
      api,
      live: chat.live,
      channelId: chat.room.id,
      participantId,
      clock,
      random,
    });
  }

  end(): void {
    this.hands.end();
    this.feedback.end();
    this.reactions.end();
  }
}
