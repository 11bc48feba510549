import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../../i18n/language.ts';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { WarningLine } from '../../ui/parts/warning-line.tsx';
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
  const dismiss = (): void => conversation.actions.dismiss();
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => conversation.actions.dismiss(), shownFor);
    return () => clearTimeout(timer);
  }, [notice, conversation]);
  return (
    <WarningLine text={notice && refusalText(words, notice.code)}>
      <IconButton icon={IconX} size={40} className={css.icon} aria-label={text.dismiss} onClick={dismiss} />
    </WarningLine>
  );
}
