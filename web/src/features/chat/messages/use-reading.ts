import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';
import { firstUnreadIndex } from './rows.ts';

export type ListVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>;

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Opens the list at the first unread message, and marks messages as read when the end of the list is visible. */
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
      // The list sees no new last row when a message arrives above a pending one.
      list.scrollToEnd();
    }
  }, [count, divider, list, conversation]);
  useEffect(() => {
    wasAtEnd.current = isAtEnd;
  });
  useEffect(() => {
    // After a return from another tab, the divider is above the messages that arrived meanwhile.
    if (isVisible) conversation.setVisible();
  }, [isVisible, conversation]);
  useEffect(() => {
    if (isAtEnd && isVisible && messages.length > 0) conversation.markRead();
  }, [isAtEnd, isVisible, messages, conversation]);
}
