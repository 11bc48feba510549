import { createContext, useContext, useMemo } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import type { ConversationState } from '../../models/chat/conversation-state.ts';
import type { ChatUser } from '../../models/chat/types.ts';
import { useChat } from '../../room/chat-context.ts';
import type { Question } from '../../ui/form/confirm.tsx';
import { usePartOf, useStore } from '../../ui/use-store.ts';

/** One conversation on the page, and what its parts do to each other. */
export type ConversationScreen = {
  conversation: Conversation;
  /** Scrolls to a message, wherever it is, and lets it light up. */
  reveal: (messageId: string) => void;
  toEnd: () => void;
  ask: (question: Question) => void;
  /** Puts the cursor where one writes. */
  write: () => void;
  /** Gives the focus to the field, where the conversation was just opened and nothing else has it for a reason. */
  takeFocus: (field: HTMLElement | null) => void;
};

export const ConversationContext = createContext<ConversationScreen | undefined>(undefined);

export function useConversationScreen(): ConversationScreen {
  const view = useContext(ConversationContext);
  if (!view) throw new Error('use this hook inside a conversation only');
  return view;
}

export function useConversation<T>(select: (state: ConversationState) => T): T {
  return usePartOf(useConversationScreen().conversation.state, select);
}

export type Author = {
  id: string;
  /** As they are called here: oneself as oneself. */
  name: string;
  /** The name by itself, of which the face is made. */
  fullName: string;
  isMe: boolean;
  isModerator: boolean;
  seed: string;
};

/** Who wrote something, as they are to be shown; a name that is not here yet comes by itself. */
export function useAuthors(): (userId: string | null) => Author {
  const chat = useChat();
  const text = useText('chat');
  const known = useStore(chat.people.known);
  const me = useStore(chat.me);
  return useMemo(() => {
    // The same object for the same person, so that a row whose author did not change is not drawn again.
    const authors = new Map<string | null, Author>();
    return (userId) => {
      const author =
        authors.get(userId) ?? authorOf(userId ? known.get(userId) : undefined, { userId, me, text });
      authors.set(userId, author);
      return author;
    };
  }, [known, me, text]);
}

type Facts = { userId: string | null; me: ChatUser | undefined; text: Texts['chat'] };

function authorOf(user: ChatUser | undefined, { userId, me, text }: Facts): Author {
  const isMe = userId !== null && userId === me?.id;
  const fullName = plainName(user?.displayName ?? '');
  return {
    id: userId ?? '',
    name: isMe ? text.you : fullName || text.somebody,
    fullName,
    isMe,
    isModerator: user?.role === 'moderator',
    seed: user?.participantId ?? userId ?? '',
  };
}
