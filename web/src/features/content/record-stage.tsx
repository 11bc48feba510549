import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import css from './content.module.css';
import type { ListedRecord, RecordState } from './model/record.ts';
import { RecordStatus, useFailureReason } from './record-state.tsx';

type PageTexts = Texts['recordPage'];

const words: Record<Exclude<RecordState, 'finished'>, { title: keyof PageTexts; text?: keyof PageTexts }> = {
  new: { title: 'startingTitle', text: 'startingText' },
  recording: { title: 'recordingTitle', text: 'recordingText' },
  processing: { title: 'processingTitle', text: 'processingText' },
  aborted: { title: 'abortedTitle' },
  failed: { title: 'failedTitle' },
};

/** Replaces a video that is not ready or failed. */
export function RecordStage({ record }: { record: ListedRecord }) {
  const text = useText('recordPage');
  const reason = useFailureReason(record);
  if (record.state === 'finished') return null;
  const said = words[record.state];
  return (
    <div className={css.stage}>
      <p className={css.stageTitle} role="status">
        {text[said.title]}
      </p>
      <p className={css.stageText}>{reason ?? (said.text && text[said.text])}</p>
      {!reason && <RecordStatus record={record} />}
    </div>
  );
}
