import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';
import type { ListVirtualizer } from './message-list.tsx';
import { firstUnreadIndex } from './rows.ts';

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Opens the list where reading goes on, and notes what was seen: the end of the list, in a page that is looked at. */
export function useReading(list: ListVirtualizer, isAtEnd: boolean): void {
  const { conversation } = useConversationScreen();
  const messages = useConversation((state) => state.messages);
  const divider = useConversation((state) => state.divider);
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const isPlaced = useRef<'no' | 'end' | 'new'>('no');
  const wasAtEnd = useRef(isAtEnd);
  const count = messages.length;
  useLayoutEffect(() => {
    if (count === 0) return;
    const index = firstUnreadIndex(conversation.state.get().messages, divider);
    if (index !== undefined && isPlaced.current !== 'new') {
      isPlaced.current = 'new';
      list.scrollToIndex(index, { align: 'start' });
    } else if (isPlaced.current === 'no') {
      isPlaced.current = 'end';
      list.scrollToEnd();
    } else if (wasAtEnd.current) {
      // What comes in above a row that is still on its way is, to the list, nothing new at its end.
      list.scrollToEnd();
    }
  }, [count, divider, list, conversation]);
  useEffect(() => {
    wasAtEnd.current = isAtEnd;
  });
  useEffect(() => {
    // Back from another tab, the line stands above what came meanwhile.
    if (isVisible) conversation.setVisible();
  }, [isVisible, conversation]);
  useEffect(() => {
    if (isAtEnd && isVisible && messages.length > 0) conversation.markRead();
  }, [isAtEnd, isVisible, messages, conversation]);
}
