import { Button, Modal } from '@mantine/core';
import { useText } from '../../i18n/language.ts';
import css from './confirm.module.css';
import { moderationMessages } from './moderation-messages.ts';

export type Question = { title: string; text: string; yes: string; act: () => void };

/** A question before what cannot be undone. The safe answer has the focus. */
export function Confirm({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  const text = useText(moderationMessages);
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      title={question?.title}
      centered
      size={420}
      radius="lg"
      withCloseButton={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ title: css.title ?? '' }}
    >
      <p className={css.text}>{question?.text}</p>
      <div className={css.actions}>
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {text.cancel}
        </Button>
        <Button
          color="danger.6"
          size="md"
          onClick={() => {
            question?.act();
            onClose();
          }}
        >
          {question?.yes}
        </Button>
      </div>
    </Modal>
  );
}
