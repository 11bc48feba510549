import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { Stack, Text, Title } from '../../ui/layout/layout.tsx';
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
    <Stack
      gap="sm"
      align="center"
      justify="center"
      center
      p="xl"
      radius="lg"
      ground="stage-ground"
      tone="stage"
      className={css.stage}
    >
      <Title as="p" role="status">
        {text[said.title]}
      </Title>
      <Text mb="sm" size="lg" pretty measure={44} tone="stage-dim">
        {reason ?? (said.text && text[said.text])}
      </Text>
      {!reason && <RecordStatus record={record} />}
    </Stack>
  );
}
