import type { Clock } from '../../kit/clock.ts';
import type { Chat } from '../chat/chat.ts';
import type { GestureApi } from './api.ts';
import { Hands } from './hands.ts';
import { Reactions } from './reactions.ts';

type Parts = {
  chat: Chat;
  api: GestureApi;
  participantId: string;
  clock: Clock;
  random?: (() => number) | undefined;
};

/** Raised hands and stage reactions of a call. */
export class Gestures {
  readonly hands: Hands;
  readonly reactions: Reactions;

  constructor({ chat, api, participantId, clock, random }: Parts) {
    this.hands = new Hands({ api, conversation: chat.room, participantId, clock });
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
    this.reactions.end();
  }
}
