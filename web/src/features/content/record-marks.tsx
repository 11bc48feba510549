import { useLanguage, useText } from '../../i18n/language.ts';
import { RowTag } from '../../panel/list/row.tsx';
import { percentText } from '../../panel/uploads/amounts.ts';
import type { ListedRecord } from './model/record.ts';
import { qualityText } from './record-text.ts';

/** Marks beside the name of an incomplete video; its page has the details. */
export function RecordMarks({
  record: { isPartial, isSample, quality, transcription },
}: {
  record: ListedRecord;
}) {
  const text = useText('recordings');
  const language = useLanguage();
  return (
    <>
      {isSample && <RowTag about={text.sampleHint}>{text.sample}</RowTag>}
      {isPartial && <RowTag about={text.partialText}>{text.partial}</RowTag>}
      <TranscriptMark transcription={transcription} />
      {quality && <RowTag about={qualityText(quality, language)}>{text.uneven}</RowTag>}
    </>
  );
}

/** Whether there is a transcript; nothing for a recording without one. */
function TranscriptMark({ transcription: { state, progress, reason } }: Pick<ListedRecord, 'transcription'>) {
  const text = useText('transcriptMarks');
  const reasons = useText('transcriptFailures');
  const language = useLanguage();
  if (state === 'ready') return <RowTag about={text.readyHint}>{text.ready}</RowTag>;
  if (state === 'failed') return <RowTag about={reasons[reason ?? 'unknown']}>{text.failed}</RowTag>;
  if (state !== 'running' && state !== 'waiting') return null;
  return (
    <RowTag>{progress === null ? text.running : text.runningShare(percentText(progress, language))}</RowTag>
  );
}
