import { createContext, useContext, useMemo } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import type { ConversationState } from '../../models/chat/conversation-state.ts';
import { type PostedBy, postedBy } from '../../models/chat/payloads.ts';
import type { ChatUser, Message } from '../../models/chat/types.ts';
import { useChat } from '../../room/chat-context.ts';
import type { Question } from '../../ui/form/confirm.tsx';
import { usePartOf, useStore } from '../../ui/use-store.ts';

/** The conversation on the page, and how its components act on each other. */
export type ConversationScreen = {
  conversation: Conversation;
  /** Scrolls to a message, loads it if needed, and highlights it. */
  reveal: (messageId: string) => void;
  toEnd: () => void;
  /** Keys of the rows whose long message is shown whole; a row that is scrolled away forgets its own state. */
  opened: Set<string>;
  ask: (question: Question) => void;
  /** Moves the focus to the message field. */
  write: () => void;
  /** Moves the focus to the message field when the conversation opens, if no other element needs the focus. */
  takeFocus: (field: HTMLTextAreaElement | null) => void;
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
  /** The name as shown; the own name as "you". */
  name: string;
  /** The plain name, for the avatar. */
  fullName: string;
  isMe: boolean;
  isModerator: boolean;
  /** The session of a webinar or a program posted the message, nobody of this chat. */
  postedAs: PostedBy['kind'] | undefined;
  seed: string;
};

/** The fields of a message that decide how its author is shown. */
export type Written = Pick<Message, 'userId' | 'meta'>;

/** A message's author as shown; a missing name is loaded automatically. */
export function useAuthors(): (message: Written) => Author {
  const chat = useChat();
  const text = useText('chat');
  const known = useStore(chat.people.known);
  const me = useStore(chat.me);
  return useMemo(() => {
    // The same object for the same person, so that rows of unchanged authors are not rendered again.
    const authors = new Map<string | null, Author>();
    return (message) => {
      const { userId } = message;
      const posted = postedBy(message);
      const key = posted ? `${posted.kind} ${posted.name}` : userId;
      const make = (): Author =>
        posted
          ? authorOfPosted(posted, text)
          : authorOf(userId ? known.get(userId) : undefined, { userId, me, text });
      const author = authors.get(key) ?? make();
      authors.set(key, author);
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
    postedAs: undefined,
    seed: user?.participantId ?? userId ?? '',
  };
}

function authorOfPosted({ name, kind }: PostedBy, text: Texts['chat']): Author {
  const fullName = plainName(name);
  return {
    ...{ id: '', name: fullName || text.somebody, fullName, isMe: false, isModerator: false },
    ...{ postedAs: kind, seed: name },
  };
}
