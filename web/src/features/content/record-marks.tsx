import { useLanguage, useText } from '../../i18n/language.ts';
import { RowTag } from '../../panel/list/row.tsx';
import type { ListedRecord } from './model/record.ts';
import { qualityText } from './record-text.ts';

/** Marks beside the name of an incomplete video; its page has the details. */
export function RecordMarks({ record: { isPartial, quality } }: { record: ListedRecord }) {
  const text = useText('recordings');
  const language = useLanguage();
  return (
    <>
      {isPartial && <RowTag about={text.partialText}>{text.partial}</RowTag>}
      {quality && <RowTag about={qualityText(quality, language)}>{text.uneven}</RowTag>}
    </>
  );
}
