import { useText } from '../../../i18n/language.ts';
import type { Message } from '../../../models/chat/types.ts';
import { Pill, Row } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';
import css from './message-row.module.css';

/** The reactions to a message with their counts; own ones are highlighted, and a click adds or removes one, except in a replay. */
export function Reactions({ message }: { message: Message }) {
  const text = useText('chat');
  const { actions } = useConversationScreen().conversation;
  // Shows a click before the server responds.
  useStore(actions.reactions);
  const isReplay = useConversation((state) => state.isReplay);
  const seen = actions.reactionsOf(message);
  if (seen.length === 0) return null;
  return (
    <Row wrap gap="xs" p="xs 0">
      {seen.map(({ emoji, count, isMine }) => (
        <Pill
          key={emoji}
          tabular
          gap="xs"
          p="0 sm"
          frame="line"
          ground="ground-soft"
          className={css.reaction}
          aria-pressed={isMine}
          aria-label={text.reacted({ emoji, count })}
          disabled={isReplay}
          onClick={() => void actions.toggle(message, emoji)}
        >
          <span aria-hidden>{emoji}</span>
          <span aria-hidden>{count}</span>
        </Pill>
      ))}
    </Row>
  );
}
