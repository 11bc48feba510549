import { type RefObject, useEffect } from 'react';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';

/** The number of rows from the first one at which older messages are requested. */
const ahead = 800;

/** Loads older messages near the beginning; after a failure the person decides. */
export function useOlder(box: RefObject<HTMLElement | null>): void {
  const { conversation } = useConversationScreen();
  const mayRead = useConversation(({ hasOlder, loadOlder: older }) => hasOlder && older === 'idle');
  useEffect(() => {
    const element = box.current;
    if (!element || !mayRead) return;
    let frame = 0;
    const look = (): void => {
      if (element.scrollTop < ahead) void conversation.loadOlder();
    };
    // Wait until the new rows are measured and the scroll position is corrected.
    const lookSoon = (frames: number): void => {
      frame = requestAnimationFrame(() => (frames > 0 ? lookSoon(frames - 1) : look()));
    };
    lookSoon(2);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', look);
    };
  }, [mayRead, conversation, box]);
}
