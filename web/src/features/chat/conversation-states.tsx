import { Button } from '@mantine/core';
import { IconMessageCircle, IconMessageCircleOff } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import type { Conversation } from '../../models/chat/conversation.ts';
import { useChat } from '../../room/chat-context.ts';
import { usePartOf } from '../../ui/use-store.ts';
import { useConversationScreen } from './conversation-screen.ts';
import css from './conversation-states.module.css';

const lines = [62, 88, 45, 74, 30, 80];

/** A placeholder for messages. */
export function Skeleton() {
  const text = useText('chat');
  return (
    <div className={css.skeleton} role="status" aria-label={text.loading}>
      {lines.map((width, index) => (
        <div key={width} className={css.line} data-head={index % 2 === 0 || undefined}>
          <span className={css.face} />
          <span className={css.words} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

export function EmptyConversation() {
  const text = useText('chat');
  const direct = useText('directs');
  const { room } = useChat();
  const { conversation } = useConversationScreen();
  return (
    <div className={css.state}>
      <IconMessageCircle size={32} stroke={1.5} aria-hidden />
      <p className={css.title}>{text.empty}</p>
      <p className={css.hint}>{conversation === room ? text.emptyHint : direct.emptyHint}</p>
    </div>
  );
}

const withoutReturn = ['removed_from_call', 'not_found', 'forbidden'];

export function Failed({ conversation }: { conversation: Conversation }) {
  const text = useText('chat');
  const chat = useChat();
  const reason = usePartOf(conversation.state, (state) => state.reason);
  const isFinal = withoutReturn.includes(reason ?? '');
  const again = (): void => {
    conversation.start();
    chat.live.retry();
  };
  return (
    <div className={css.state} role="alert">
      <IconMessageCircleOff size={32} stroke={1.5} aria-hidden />
      <p className={css.title}>{text.failed}</p>
      <p className={css.hint}>{isFinal ? text.removedHint : text.failedHint}</p>
      <Button variant="default" onClick={again}>
        {text.tryAgain}
      </Button>
    </div>
  );
}
