import { IconMessageCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { ChatPanel } from './chat-panel.tsx';
import { ChatTools } from './chat-tools.tsx';
import { messages } from './messages.ts';
import { useUnread } from './use-unread.ts';

/** The chat as a part of the side panel. */
export function useChatSide(above?: ReactNode): SidePanelTab {
  return useMemo(
    () => ({
      id: 'chat',
      code: 'KeyC',
      shortcut: 'C',
      Icon: IconMessageCircle,
      title: (language) => messages[language].chat,
      useCount: useUnread,
      isUrgent: true,
      tools: <ChatTools />,
      body: () => <ChatPanel above={above} />,
    }),
    [above],
  );
}
