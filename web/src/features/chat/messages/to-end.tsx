import { IconArrowDown } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Pill } from '../../../ui/layout/layout.tsx';
import { useConversation } from '../conversation-screen.ts';
import css from './message-list.module.css';

/** A button that scrolls to the end, with the number of new messages. */
export function ToEnd({ onPress }: { onPress: () => void }) {
  const text = useText('chat');
  const unread = useConversation((state) => state.unread);
  return (
    <Pill
      weight={600}
      tone="text"
      tall={40}
      frame="line"
      ground="surface"
      hover="fill"
      className={css.toEnd}
      aria-label={text.toNewest(unread)}
      onClick={onPress}
    >
      <IconArrowDown size={18} aria-hidden />
      {unread > 0 && text.toNewest(unread)}
    </Pill>
  );
}
