import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Conversation } from '../../models/chat/conversation.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import panel from '../../ui/parts/panel.module.css';
import { usePartOf } from '../../ui/use-store.ts';
import { Composer } from './composer/composer.tsx';
import { ConversationContext, type ConversationScreen } from './conversation-screen.ts';
import { Failed, Skeleton } from './conversation-states.tsx';
import { EarlierCalls } from './earlier-calls.tsx';
import { LinkBanner } from './link-banner.tsx';
import { MessageList, type MessageListHandle } from './messages/message-list.tsx';
import { PinnedBar } from './messages/pinned-bar.tsx';
import { NoticeLine } from './notice-line.tsx';
import { SavingLine } from './saving/saving-line.tsx';
import { useFirstFocus } from './use-first-focus.ts';

type Props = {
  conversation: Conversation;
  /** The placeholder of the message field. */
  hint: string;
  /** True if the person was writing here before the conversation was open: the field takes the focus then. */
  goesOn: RefObject<boolean>;
};

/** One conversation: its messages and the message field. */
export function ConversationView({ conversation, hint, goesOn }: Props) {
  const phase = usePartOf(conversation.state, (state) => state.phase);
  const hasMessages = usePartOf(conversation.state, (state) => state.messages.length > 0);
  const { ask, asked } = useQuestion();
  const list = useRef<MessageListHandle>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useCallback(() => field.current?.focus(), []);
  const takeFocus = useFirstFocus(goesOn);
  const view = useMemo<ConversationScreen>(
    () => ({
      conversation,
      reveal: (id) => void list.current?.reveal(id),
      toEnd: () => list.current?.toEnd(),
      opened: new Set<string>(),
      ask,
      write,
      takeFocus,
    }),
    [conversation, ask, write, takeFocus],
  );
  useLayoutEffect(() => {
    if (phase !== 'ready') return;
    conversation.setVisible();
    return () => conversation.setHidden();
  }, [conversation, phase]);
  if (phase === 'loading' && !hasMessages) return <Skeleton />;
  if (phase === 'failed') return <Failed conversation={conversation} />;
  return (
    <ConversationContext value={view}>
      <Stack grow className={panel.panel}>
        <LinkBanner />
        <PinnedBar />
        <MessageList ref={list} />
        <EarlierCalls />
        <SavingLine />
        <NoticeLine />
        <Composer ref={field} hint={hint} />
        {asked}
      </Stack>
    </ConversationContext>
  );
}
