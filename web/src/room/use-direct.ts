import { useCallback } from 'react';
import { createStore } from '../kit/store.ts';
import { type ConversationState, initialState } from '../models/chat/conversation-state.ts';
import type { Addressee } from '../models/chat/direct-opening.ts';
import { usePartOf } from '../ui/use-store.ts';
import { useChat, useOpenedChat } from './chat-context.ts';
import { useSidePanelControl } from './side-panel-context.ts';

/** Shows the private conversation with a person. The addressee changes at once, before the server is asked. */
export function useDirect(): (to: Addressee) => void {
  const chat = useChat();
  const panel = useSidePanelControl();
  return useCallback(
    (to) => {
      chat.write(to);
      panel.show('chat');
    },
    [chat, panel],
  );
}

/** Whether the room lets this person write privately; false without a chat. */
export function useMayWriteDirectly(): boolean {
  const chat = useOpenedChat();
  return usePartOf(chat.isOpen ? chat.get().room.state : noChat, ({ role, settings: { directMessages } }) =>
    directMessages === 'moderators' ? role === 'moderator' : directMessages === 'everyone',
  );
}

const noChat = createStore<ConversationState>({
  ...initialState,
  settings: { ...initialState.settings, directMessages: 'nobody' },
});
