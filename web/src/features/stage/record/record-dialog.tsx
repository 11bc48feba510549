import { Button, Radio } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RecordLayout } from '../../../../../contract/operations/records.ts';
import { useText } from '../../../i18n/language.ts';
import { Dialog, DialogActions } from '../../../ui/form/dialog.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';

type Props = {
  isOpen: boolean;
  onStart: (layout: RecordLayout) => void;
  onClose: () => void;
  /** Gets the focus afterwards. */
  returnTo: () => HTMLElement | null | undefined;
};

/** Asks before a recording starts: says what it shows, and that everybody is told. */
export function RecordDialog({ isOpen, onStart, onClose, returnTo }: Props) {
  const text = useText('recording');
  const [layout, setLayout] = useState<RecordLayout>('speaker');
  useEffect(() => {
    if (isOpen) setLayout('speaker');
  }, [isOpen]);
  const hints = { speaker: text.speakerHint, grid: text.gridHint };
  return (
    <Dialog isOpen={isOpen} title={text.record} onClose={onClose} returnTo={returnTo}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onStart(layout);
          onClose();
        }}
      >
        <Radio.Group
          label={text.picture}
          description={text.screenHint}
          value={layout}
          onChange={(next) => setLayout(next === 'grid' ? 'grid' : 'speaker')}
        >
          <Stack gap="lg" mt="lg">
            {(['speaker', 'grid'] as const).map((one) => (
              <Radio key={one} value={one} size="md" label={text[one]} description={hints[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="md" dim>
          {text.chooseHint}
        </Text>
        <DialogActions>
          <Button variant="default" size="md" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" size="md" data-autofocus>
            {text.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
