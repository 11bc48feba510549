import { useLanguage } from '../../i18n/language.ts';
import { exactTime, relativeTime } from '../times.ts';
import { useNow } from '../use-now.ts';

/** A relative time, with the exact one on hover. */
export function TimeAgo({ at }: { at: string }) {
  const language = useLanguage();
  const now = new Date(useNow(30_000));
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date, language)}>
      {relativeTime(date, now, language)}
    </time>
  );
}
