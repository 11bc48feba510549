import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useChat, useStore } from '../../chat-context.ts';
import { useText } from '../../i18n/language.ts';
import { messages } from './messages.ts';
import css from './polls-panel.module.css';

/** A break that mends itself in a moment is nobody's business. */
const quietFor = 1_500;

/** Says that what is shown may be behind, as long as no news come. */
export function Away() {
  const text = useText(messages);
  const isAway = useStore(useChat().live.state) !== 'up';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isAway), isAway ? quietFor : 0);
    return () => clearTimeout(timer);
  }, [isAway]);
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
