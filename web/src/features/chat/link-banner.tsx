import { IconPlugConnectedX } from '@tabler/icons-react';
import { useContext } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { ConnectionNoteContext } from '../../room/connection-note-context.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { WarningLine } from '../../ui/parts/warning-line.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';
import css from './bars.module.css';

const quietFor = 1_500;

export function LinkBanner() {
  const text = useText('chat');
  const chat = useChat();
  const link = useStore(chat.live.state);
  const isShown = useLasting(link !== 'up', quietFor);
  const isSaidAbove = useContext(ConnectionNoteContext);
  const isRefused = link === 'refused';
  const words = isRefused ? text.refused : text.reconnecting;
  return (
    <WarningLine icon={IconPlugConnectedX} text={isShown && (isRefused || !isSaidAbove) ? words : undefined}>
      {isRefused && (
        <Text as="button" type="button" fixed weight={600} className={css.act} onClick={() => chat.retry()}>
          {text.tryAgain}
        </Text>
      )}
    </WarningLine>
  );
}
