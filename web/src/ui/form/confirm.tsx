import { Button, Checkbox, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Row, Text } from '../layout/layout.tsx';
import { useLast } from '../use-last.ts';
import css from './dialog.module.css';

export type Question = {
  title: string;
  text: string;
  yes: string;
  /** The label of the safe answer, if "Cancel" could be misunderstood. */
  no?: string;
  /** True if nothing is lost. */
  isSafe?: boolean;
  /** A checkbox with this label, initially unchecked. */
  option?: string | undefined;
  act: (isOptionChecked: boolean) => void;
  /** Gets the focus afterwards: the menu that asked is closed by then, and perhaps its button is gone. */
  returnTo: () => HTMLElement | null | undefined;
};

type Props = {
  question: Question | undefined;
  /** The default label of the safe answer. */
  cancel: string;
  onClose: () => void;
};

/** Asks before an irreversible action. The safe answer has the focus; afterwards it returns to its origin. */
export function Confirm({ question, cancel, onClose }: Props) {
  const shown = useLast(question);
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
        // Leave the focus where it is if the action has opened something else.
        const dialog = document.activeElement?.closest('[role="dialog"]');
        if (!dialog || dialog.contains(actions.current)) shown?.returnTo()?.focus();
      }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ title: css.title ?? '' }}
    >
      <Text size="lg" dim mb="xl">
        {shown?.text}
      </Text>
      {shown?.option !== undefined && (
        <Checkbox
          mt={-8}
          mb={24}
          label={shown.option}
          checked={isChecked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      <Row gap="sm" wrap justify="end" ref={actions}>
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
      </Row>
    </Modal>
  );
}
