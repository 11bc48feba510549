import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Dialog, DialogActions, DialogText } from '../../ui/form/dialog.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { CopyField } from '../../ui/parts/copy.tsx';
import { useLast } from '../../ui/use-last.ts';

export type ShownSecret = {
  title: string;
  values: { label: string; value: string }[];
};

type Props = {
  shown: ShownSecret | undefined;
  onClose: () => void;
  /** Gets the focus afterwards: the question before it is gone by then. */
  returnTo: () => HTMLElement | null;
};

/** Shows a secret once; it closes only after the reader confirmed to have it. */
export function SecretDialog({ shown, onClose, returnTo }: Props) {
  // The values are gone as soon as it closes, but its title stays while it fades.
  const title = useLast(shown?.title) ?? '';
  const isOpen = shown !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isOpen]);
  return (
    <Dialog isOpen={isOpen} isFirm width={520} title={title} returnTo={returnTo} onClose={() => {}}>
      {shown && <Values shown={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Values({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const text = useText('integration');
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <DialogText>{text.onceText}</DialogText>
      {shown.values.map(({ label, value }) => (
        <div key={label}>
          <Text size="md" weight={500} mb="sm" aria-hidden>
            {label}
          </Text>
          <CopyField value={value} label={label} />
        </div>
      ))}
      <Checkbox
        label={text.savedIt}
        radius={5}
        checked={isSaved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <DialogActions>
        <Button disabled={!isSaved} onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </>
  );
}
