import { useEffect, useState } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { exactTime, relativeTime } from './times.ts';

const tick = 30_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tick);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago or how soon; the exact time on hover. */
export function When({ at }: { at: string }) {
  const language = useLanguage();
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date, language)}>
      {relativeTime(date, now, language)}
    </time>
  );
}
