import { type ReactNode, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { useStore } from '../../ui/use-store.ts';
import { ConversationSwitch } from './conversation-switch.tsx';
import { ConversationView } from './conversation-view.tsx';
import { OpeningView } from './opening-view.tsx';
import { useDirectPartner } from './use-direct-partner.ts';
import { useSeenHeight } from './use-seen-height.ts';

/** The chat: the room's conversation with `above` at its top, a direct one, or one that is being opened. */
export function ChatPanel({ above }: { above?: ReactNode }) {
  const text = useText('chat');
  const chat = useChat();
  const shown = useStore(chat.shown);
  const opening = useStore(chat.opening.opening);
  const { name } = useDirectPartner(shown);
  const isWriting = useRef(false);
  useSeenHeight();
  const isRoom = shown === chat.room;
  if (opening) {
    const onFocus = (isInside: boolean): void => {
      isWriting.current = isInside;
    };
    return <OpeningView opening={opening} onFocus={onFocus} />;
  }
  return (
    <>
      <ConversationSwitch />
      {isRoom && above}
      <ConversationView
        key={shown.id}
        conversation={shown}
        hint={isRoom ? text.write : text.writeTo(name)}
        goesOn={isWriting}
      />
    </>
  );
}
