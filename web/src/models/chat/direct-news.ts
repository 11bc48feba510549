import { plainName } from '../../kit/plain-name.ts';
import { createScope } from '../../kit/scope.ts';
import type { Notices } from '../call/notices.ts';
import type { Chat } from './chat.ts';
import type { Conversation } from './conversation.ts';

type Parts = { chat: Pick<Chat, 'room' | 'people' | 'onNewMessages'>; notices: Notices };

/** Shows a notice of a private message that is not in view, until its conversation is read. */
export function notifyOfPrivateMessages({ chat, notices }: Parts): () => void {
  const scope = createScope();
  const followed = new Set<Conversation>();
  const dismissWhenRead = (conversation: Conversation): void => {
    if (followed.has(conversation)) return;
    followed.add(conversation);
    const { id, state } = conversation;
    const onState = (): void => {
      if (state.get().unread > 0) return;
      notices.dismissWhere((one) => one.kind === 'private-message' && one.conversationId === id);
    };
    scope.add(state.subscribe(onState));
  };
  scope.add(
    chat.onNewMessages(({ conversation, messages }) => {
      const last = messages.at(-1);
      if (conversation === chat.room || conversation.isVisible || !last) return;
      const author = chat.people.known.get().get(last.userId ?? '');
      const name = plainName(author?.displayName ?? '');
      notices.add({ kind: 'private-message', conversationId: conversation.id, name, text: last.text });
      dismissWhenRead(conversation);
    }),
  );
  return () => scope.end();
}
