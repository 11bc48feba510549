import { IconPlugConnectedX } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { WarningLine } from '../../ui/parts/warning-line.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';

const quietFor = 1_500;

/** Warns that the content may be outdated while the socket is down. */
export function ConnectionLost() {
  const { away } = useText('polls');
  const isShown = useLasting(useStore(useChat().live.state) !== 'up', quietFor);
  return <WarningLine icon={IconPlugConnectedX} text={isShown ? away : undefined} />;
}
