import type { StageProps } from '../../call-contract.ts';
import type { Chat } from '../../chat/chat.ts';
import { openChat } from '../../chat/open-chat.ts';
import { useHeld } from '../../use-held.ts';

/** Opens the chat once and ends it when the page leaves the call. */
export const useOpenChat = ({ entry, room }: Pick<StageProps, 'entry' | 'room'>): Chat | undefined =>
  useHeld(() => {
    const chat = openChat(entry, room);
    chat.start();
    return chat;
  });
