import { useLanguage, useText } from '../../../i18n/language.ts';
import { exactDurationText, shareText } from '../model/call-texts.ts';
import { type Attendee, isDelay } from '../model/person-rows.ts';

/**
 * The figures that decided whether a person counts as present, and how late they came.
 * @param length the length of the call in seconds
 */
export function useReason({ row, late, leftEarly }: Attendee, length: number): string {
  const text = useText('callReport');
  const ownText = useText('callPerson');
  const language = useLanguage();
  if (!row) return text.reasonMissing;
  const time = (seconds: number): string => exactDurationText(seconds, language);
  const sentence = text.reason({
    time: time(row.onlineDuration),
    length: time(length),
    share: shareText(row.share, language),
  });
  const delays = [
    ...(isDelay(late) ? [ownText.late(time(late))] : []),
    ...(isDelay(leftEarly) ? [ownText.leftEarly(time(leftEarly))] : []),
  ].join(', ');
  if (delays === '') return sentence;
  return `${sentence} ${delays.charAt(0).toLocaleUpperCase(language)}${delays.slice(1)}.`;
}
