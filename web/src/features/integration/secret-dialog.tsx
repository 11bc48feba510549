import { Button, Checkbox, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { DialogActions } from '../../ui/form/dialog.tsx';
import { CopyField } from '../../ui/parts/copy.tsx';
import css from './integration.module.css';

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
  // During the fade-out the title stays; the values are gone with their state.
  const title = useRef('');
  title.current = shown?.title ?? title.current;
  const isOpen = shown !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isOpen]);
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      withCloseButton={false}
      returnFocus={false}
      onExitTransitionEnd={() => returnTo()?.focus()}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title.current}
      centered
      size={520}
      radius="lg"
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{
        title: css.secretTitle ?? '',
        header: css.secretHeader ?? '',
        body: css.secretBody ?? '',
      }}
    >
      {shown && <Values shown={shown} onClose={onClose} />}
    </Modal>
  );
}

function Values({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const text = useText('integration');
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <p className={css.once}>{text.onceText}</p>
      {shown.values.map(({ label, value }) => (
        <Value key={label} label={label} value={value} />
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

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <p className={css.label} aria-hidden>
        {label}
      </p>
      <CopyField value={value} label={label} />
    </div>
  );
}
