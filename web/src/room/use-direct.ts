import { useCallback } from 'react';
import type { Addressee } from '../models/chat/direct-opening.ts';
import { useChat } from './chat-context.ts';
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
