import { IconPlugConnectedX } from '@tabler/icons-react';
import { useContext } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { ConnectionNoteContext } from '../../room/connection-note-context.ts';
import { useBlockedSocket } from '../../room/use-blocked-socket.ts';
import { Pill } from '../../ui/layout/layout.tsx';
import { WarningLine } from '../../ui/parts/warning-line.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';

const quietFor = 1_500;
/** In ms. A deploy of the server takes less time. */
const testAfter = 15_000;

export function LinkBanner() {
  const text = useText('chat');
  const chat = useChat();
  const link = useStore(chat.live.state);
  const isShown = useLasting(link !== 'up', quietFor);
  const isSaidAbove = useContext(ConnectionNoteContext);
  const isRefused = link === 'refused';
  const blocked = useBlockedSocket(useLasting(link === 'connecting' || link === 'down', testAfter));
  // It says "connecting" until it was up once.
  const waiting = link === 'connecting' ? text.connecting : text.reconnecting;
  const words = isRefused ? text.refused : (blocked ?? waiting);
  const isSaid = isSaidAbove && !isRefused && blocked === undefined;
  return (
    <WarningLine icon={IconPlugConnectedX} text={isShown && !isSaid ? words : undefined}>
      {isRefused && (
        <Pill fixed weight={600} tall={36} frame="current" onClick={() => chat.retry()}>
          {text.tryAgain}
        </Pill>
      )}
    </WarningLine>
  );
}
