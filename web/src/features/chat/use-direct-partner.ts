import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import { useChat } from '../../room/chat-context.ts';
import { useStore } from '../../ui/use-store.ts';

/** The other person of a direct conversation. */
export function useDirectPartner(conversation: Conversation): { name: string; seed: string } {
  const chat = useChat();
  const text = useText('chat');
  const me = useStore(chat.me);
  const known = useStore(chat.people.known);
  const channel = useStore(conversation.channel);
  const other = channel?.users.find(({ id }) => id !== me?.id);
  const user = other && (known.get(other.id) ?? other);
  return {
    name: plainName(user?.displayName ?? '') || text.somebody,
    seed: user?.participantId ?? other?.id ?? conversation.id,
  };
}
