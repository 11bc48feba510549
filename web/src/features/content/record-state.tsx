import { useLanguage, useText } from '../../i18n/language.ts';
import { percentText } from '../../panel/uploads/amounts.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { Status, type Tone } from '../../ui/parts/status.tsx';
import { StatusProgress } from '../../ui/parts/status-progress.tsx';
import { clockText, clockValue } from '../../ui/times.ts';
import { useNow } from '../../ui/use-now.ts';
import css from './content.module.css';
import { type ListedRecord, type RecordState, runningSeconds } from './model/record.ts';
import { failureText } from './record-text.ts';

const tones: Record<RecordState, Tone> = {
  new: 'warning',
  recording: 'bad',
  processing: 'warning',
  finished: 'good',
  aborted: 'quiet',
  failed: 'bad',
};

/** The state of a recording with its progress; nothing for a finished one. */
export function RecordStatus({ record }: { record: ListedRecord }) {
  const text = useText('recordings');
  const language = useLanguage();
  const { state, progress } = record;
  if (state === 'finished') return null;
  if (state === 'processing' && progress !== null) {
    return (
      <Row as="span" inline gap="sm" align="center" shrink tone="text" className={css.status}>
        <StatusProgress tone={tones[state]} value={progress} label={text.processing}>
          {text.uploading(percentText(progress, language))}
        </StatusProgress>
      </Row>
    );
  }
  return (
    <Row as="span" inline gap="sm" align="center" shrink tone="text" className={css.status}>
      <Status tone={tones[state]}>{text[state]}</Status>
      {state === 'recording' && <Running record={record} />}
    </Row>
  );
}

/** The running time, updated every second. */
function Running({ record }: { record: ListedRecord }) {
  const seconds = runningSeconds(record, useNow(1_000));
  return (
    <Text as="time" tabular dateTime={clockValue(seconds)}>
      {clockText(seconds)}
    </Text>
  );
}

/** Why there is no video; undefined if there is one or will be. */
export function useFailureReason(record: ListedRecord): string | undefined {
  const text = useText('recordings');
  const language = useLanguage();
  if (record.state === 'failed') return failureText(record, language);
  return record.state === 'aborted' ? text.abortedText : undefined;
}
