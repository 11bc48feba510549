import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Dialog, DialogActions } from './dialog.tsx';

type StepsProps<T> = {
  /** The label of the button that starts over. */
  another: string;
  onClose: () => void;
  onMade?: (() => void) | undefined;
  form: (onMade: (made: T) => void) => ReactNode;
  /** The created object, to be copied. */
  made: (made: T) => ReactNode;
};

type Props<T> = StepsProps<T> & { isOpen: boolean; title: string };

/** Creates something and then shows it for copying; reopening it starts over. */
export function MakingDialog<T>({ isOpen, title, ...steps }: Props<T>) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={steps.onClose}>
      <Steps {...steps} />
    </Dialog>
  );
}

function Steps<T>({ another, onClose, onMade, form, made }: StepsProps<T>) {
  const text = useText('ui');
  const [ready, setReady] = useState<{ made: T }>();
  if (!ready) {
    return form((one) => {
      setReady({ made: one });
      onMade?.();
    });
  }
  return (
    <>
      {made(ready.made)}
      <DialogActions>
        <Button variant="default" size="md" onClick={() => setReady(undefined)}>
          {another}
        </Button>
        <Button variant="default" size="md" onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </>
  );
}
