import { IconPlugConnectedX } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';
import css from './bars.module.css';

const quietFor = 1_500;

export function LinkBanner() {
  const text = useText('chat');
  const chat = useChat();
  const link = useStore(chat.live.state);
  const isShown = useLasting(link !== 'up', quietFor);
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <div className={css.banner}>
          <IconPlugConnectedX size={18} aria-hidden />
          <span className={css.words}>{link === 'refused' ? text.refused : text.reconnecting}</span>
          {link === 'refused' && (
            <button type="button" className={css.act} onClick={() => chat.retry()}>
              {text.tryAgain}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
