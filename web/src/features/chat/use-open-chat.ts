import { useEffect, useRef, useState } from 'react';
import type { StageProps } from '../../call-contract.ts';
import type { Chat } from '../../chat/chat.ts';
import { openChat } from '../../chat/open-chat.ts';

/** Opens the chat once and ends it when the page leaves the call; development mode's double mounting ends nothing. */
export function useOpenChat({ entry, room }: Pick<StageProps, 'entry' | 'room'>): Chat | undefined {
  const held = useRef<Chat | undefined>(undefined);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef({ entry, room });
  const [chat, setChat] = useState<Chat>();
  useEffect(() => {
    clearTimeout(ending.current);
    if (!held.current) {
      held.current = openChat(first.current.entry, first.current.room);
      held.current.start();
    }
    const opened = held.current;
    setChat(opened);
    return () => {
      ending.current = setTimeout(() => {
        held.current = undefined;
        opened.end();
      });
    };
  }, []);
  return chat;
}
