import { IconMessageCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/language.ts';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { ChatPanel } from './chat-panel.tsx';
import { ChatTools } from './chat-tools.tsx';
import { useUnread } from './use-unread.ts';

/** The chat as a part of the side panel. */
export function useChatSide(above?: ReactNode): SidePanelTab {
  const { chat: title, unreadCount } = useText('chat');
  return useMemo(
    () => ({
      id: 'chat',
      code: 'KeyC',
      shortcut: 'C',
      Icon: IconMessageCircle,
      title,
      useCount: useUnread,
      isUrgent: true,
      countLabel: unreadCount,
      tools: <ChatTools />,
      body: <ChatPanel above={above} />,
    }),
    [above, title, unreadCount],
  );
}
