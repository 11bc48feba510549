import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { useStore } from '../../ui/use-store.ts';
import { ConversationSwitch } from './conversation-switch.tsx';
import { ConversationView } from './conversation-view.tsx';
import { useDirectPartner } from './use-direct-partner.ts';
import { useSeenHeight } from './use-seen-height.ts';

/** The chat: the room's conversation with `above` at its top, or a direct one. */
export function ChatPanel({ above }: { above?: ReactNode }) {
  const text = useText('chat');
  const chat = useChat();
  const shown = useStore(chat.shown);
  const { name } = useDirectPartner(shown);
  useSeenHeight();
  const isRoom = shown === chat.room;
  return (
    <>
      <ConversationSwitch />
      {isRoom && above}
      <ConversationView key={shown.id} conversation={shown} hint={isRoom ? text.write : text.writeTo(name)} />
    </>
  );
}
