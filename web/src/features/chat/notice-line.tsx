import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../../i18n/language.ts';
import { useStore } from '../../ui/use-store.ts';
import css from './bars.module.css';
import { useConversationScreen } from './conversation-screen.ts';
import { refusalText } from './refusal-text.ts';

const shownFor = 6_000;

/** A failed action, above the message field; it disappears by itself. */
export function NoticeLine() {
  const text = useText('chat');
  const words = useText('chatRefusals');
  const { conversation } = useConversationScreen();
  const notice = useStore(conversation.notice);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => conversation.actions.dismiss(), shownFor);
    return () => clearTimeout(timer);
  }, [notice, conversation]);
  return (
    <div role="status" aria-live="polite">
      {notice && (
        <div className={css.banner} data-tone="warning">
          <span className={css.words}>{refusalText(words, notice.code)}</span>
          <button
            type="button"
            className={css.icon}
            aria-label={text.dismiss}
            onClick={() => conversation.actions.dismiss()}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
