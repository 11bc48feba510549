import type { StageProps } from '../../call-contract.ts';
import type { Chat } from '../../chat/chat.ts';
import { openChat } from '../../chat/open-chat.ts';
import { type Opened, openSafely } from '../../opened.ts';
import { useHeld } from '../../use-held.ts';

/** Opens the chat once and ends it when the page leaves the call. */
export const useOpenChat = ({ entry, room }: Pick<StageProps, 'entry' | 'room'>): Opened<Chat> | undefined =>
  useHeld(() =>
    openSafely(() => {
      const chat = openChat(entry, room);
      chat.start();
      return chat;
    }),
  );
