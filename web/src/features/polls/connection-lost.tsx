import { IconPlugConnectedX } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';
import css from './polls-panel.module.css';

const quietFor = 1_500;

/** Warns that the content may be outdated while the socket is down. */
export function ConnectionLost() {
  const text = useText('polls');
  const isShown = useLasting(useStore(useChat().live.state) !== 'up', quietFor);
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <p className={css.away}>
          <IconPlugConnectedX size={18} aria-hidden />
          {text.away}
        </p>
      )}
    </div>
  );
}
