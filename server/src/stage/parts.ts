import type { ChatParts } from '../chat/chat.ts';
import type { Effects } from '../platform/effects.ts';

export interface StageEffects {
  /** In the transaction: the room with this id has another item on its stage. */
  onStageChanged: Effects<string>;
}

export interface StageParts extends Pick<ChatParts, 'socket'>, StageEffects {}
