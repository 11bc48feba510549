import { useChat } from '../../chat-context.ts';
import { useText } from '../../i18n/language.ts';
import { ConversationView } from './conversation-view.tsx';
import { messages } from './messages.ts';
import { useSeenHeight } from './use-seen-height.ts';

export function ChatPanel() {
  const text = useText(messages);
  const { room } = useChat();
  useSeenHeight();
  return <ConversationView key={room.id} conversation={room} hint={text.write} />;
}
