import { useCallback } from 'react';
import type { Conversation } from '../models/chat/conversation.ts';
import { useChat } from './chat-context.ts';
import { useSidePanelControl } from './side-panel-context.ts';

export type Addressee = { userId: string } | { participantId: string };

/** Opens and shows the conversation with one person. Throws the server's error. */
export function useDirect(): (to: Addressee) => Promise<void> {
  const chat = useChat();
  const panel = useSidePanelControl();
  return useCallback(
    async (to) => {
      const opened: Conversation | undefined =
        'userId' in to ? await chat.openDirect(to.userId) : await chat.openDirectWith(to.participantId);
      if (!opened) throw new Error('this person has not joined the chat yet');
      chat.show(opened);
      panel.show('chat');
    },
    [chat, panel],
  );
}
