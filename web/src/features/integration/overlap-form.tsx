import { Radio } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { DialogText } from '../../ui/form/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

const seconds = { none: 0, hour: 3_600, day: 86_400 } as const;
type Overlap = keyof typeof seconds;

type Props = {
  /** The question, and the effect of each choice. */
  texts: { question: string } & Record<Overlap, string>;
  /** Shown with a choice that lets both secrets work. */
  how?: string;
  refresh: (overlapSeconds: number) => Promise<void>;
  onCancel: () => void;
};

/** Replaces a secret; the previous one may work for some time beside the new one. */
export function OverlapForm({ texts, how, refresh, onCancel }: Props) {
  const text = useText('webhooks');
  const [overlap, setOverlap] = useState<Overlap>('none');
  const submit = useSubmit(() => refresh(seconds[overlap]));
  const choices: [Overlap, string][] = [
    ['none', text.overlapNone],
    ['hour', text.overlapHour],
    ['day', text.overlapDay],
  ];
  return (
    <DialogForm
      submit={text.newSecret}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={() => void submit.run()}
      onCancel={onCancel}
    >
      <DialogText>{texts.question}</DialogText>
      <Radio.Group
        label={text.overlap}
        value={overlap}
        onChange={(value) => setOverlap(choices.find(([name]) => name === value)?.[0] ?? 'none')}
      >
        <Stack gap="md">
          {choices.map(([value, label]) => (
            <Radio key={value} value={value} label={label} description={texts[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {how !== undefined && overlap !== 'none' && (
        <Text size="md" pretty p="md" radius="md" ground="fill">
          {how}
        </Text>
      )}
    </DialogForm>
  );
}
