import { useLanguage, useText } from '../../i18n/language.ts';
import { Mark } from '../../panel/list/row.tsx';
import { contentMessages } from './messages.ts';
import type { Recording } from './model/record.ts';
import { qualityText } from './words.ts';

/** Beside its name: what a video lacks. Its own page says it in full. */
export function RecordMarks({ record: { isPartial, quality } }: { record: Recording }) {
  const text = useText(contentMessages);
  const language = useLanguage();
  return (
    <>
      {isPartial && <Mark about={text.partialText}>{text.partial}</Mark>}
      {quality && <Mark about={qualityText(quality, language)}>{text.uneven}</Mark>}
    </>
  );
}
