import { Button, Checkbox, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import css from './confirm.module.css';

export type Question = {
  title: string;
  text: string;
  yes: string;
  /** The word of the safe answer where the usual one could be misunderstood. */
  no?: string;
  /** It takes nothing away. */
  isSafe?: boolean;
  /** A checkbox with this label, at first not checked. */
  option?: string | undefined;
  act: (isOptionChecked: boolean) => void;
  /** Where the focus goes afterwards: the menu from which it was asked is gone by then, perhaps its button too. */
  returnTo: () => HTMLElement | null | undefined;
};

type Props = {
  question: Question | undefined;
  /** The word of the safe answer. */
  cancel: string;
  onClose: () => void;
};

/** A question before what cannot be undone. The safe answer has the focus; afterwards it goes back to where it was. */
export function Confirm({ question, cancel, onClose }: Props) {
  // While it fades out it still says what it asked.
  const last = useRef(question);
  last.current = question ?? last.current;
  const shown = last.current;
  const actions = useRef<HTMLDivElement>(null);
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    if (question) setChecked(false);
  }, [question]);
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      title={shown?.title}
      centered
      size={420}
      radius="lg"
      withCloseButton={false}
      returnFocus={false}
      onExitTransitionEnd={() => {
        // What it led to may have opened by now, and has the focus.
        const dialog = document.activeElement?.closest('[role="dialog"]');
        if (!dialog || dialog.contains(actions.current)) shown?.returnTo()?.focus();
      }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ title: css.title ?? '' }}
    >
      <p className={css.text}>{shown?.text}</p>
      {shown?.option !== undefined && (
        <Checkbox
          className={css.option ?? ''}
          label={shown.option}
          checked={isChecked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      <div className={css.actions} ref={actions}>
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {shown?.no ?? cancel}
        </Button>
        <Button
          {...(shown?.isSafe ? {} : { color: 'danger.6' })}
          size="md"
          onClick={() => {
            question?.act(isChecked);
            onClose();
          }}
        >
          {shown?.yes}
        </Button>
      </div>
    </Modal>
  );
}
