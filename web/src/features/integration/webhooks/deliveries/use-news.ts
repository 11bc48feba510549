import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls the function when the value changes, not when it is first known. */
export function useNews(news: string | undefined, onNews: () => void): void {
  const known = useRef(news);
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    if (news === undefined || known.current === news) return;
    if (known.current !== undefined) tell();
    known.current = news;
  }, [news]);
}
