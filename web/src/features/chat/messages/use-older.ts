import { type RefObject, useEffect } from 'react';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';

/** So close to the beginning of what is here, the page above it is asked for. */
const ahead = 800;

/** Reads on upwards as one comes near the beginning; after a failure the person decides. */
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
    // What came is measured and the list put where it belongs before its place says anything.
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
