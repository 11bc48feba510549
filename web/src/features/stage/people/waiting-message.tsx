import { Textarea } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { updateWaitingMessage } from '../../../../../contract/limits.generated.ts';
import { useText } from '../../../i18n/language.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { SmallButton } from './small-button.tsx';
import { useWaitingDecisions, useWaitingMessage } from './use-waiting.ts';

type Props = { writeButton: RefObject<HTMLButtonElement | null>; onWrite: () => void };

/** The message that everybody who waits sees, and its buttons. */
export function WaitingMessage({ writeButton, onWrite }: Props) {
  const text = useText('waitingList');
  const message = useWaitingMessage();
  const { setMessage } = useWaitingDecisions();
  const onRemove = (): void => {
    writeButton.current?.focus();
    void setMessage(null);
  };
  return (
    <>
      {message !== null && (
        <Text size="md" breaks className={panel.inset}>
          <Text as="span" dim>
            {text.messageSeen}
          </Text>{' '}
          <bdi>{message}</bdi>
        </Text>
      )}
      <Row wrap p="0 sm">
        <SmallButton
          ref={writeButton}
          aria-label={message === null ? undefined : text.messageEditLabel}
          onClick={onWrite}
        >
          {message === null ? text.messageWrite : text.messageEdit}
        </SmallButton>
        {message !== null && (
          <SmallButton aria-label={text.messageRemoveLabel} onClick={onRemove}>
            {text.messageRemove}
          </SmallButton>
        )}
      </Row>
    </>
  );
}

type DialogProps = {
  isOpen: boolean;
  returnTo: () => HTMLElement | null | undefined;
  onClose: () => void;
};

/** A moderator writes or changes the message to everybody who waits. */
export function WaitingMessageDialog({ isOpen, returnTo, onClose }: DialogProps) {
  const text = useText('waitingList');
  return (
    <Dialog isOpen={isOpen} title={text.messageTitle} returnTo={returnTo} onClose={onClose}>
      <MessageForm onClose={onClose} />
    </Dialog>
  );
}

function MessageForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const text = useText('waitingList');
  const message = useWaitingMessage();
  const { setMessage } = useWaitingDecisions();
  const [draft, setDraft] = useState(message ?? '');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    const written = draft.trim();
    setMissing(written === '');
    if (written === '') return;
    setBusy(true);
    const isSent = await setMessage(written);
    setBusy(false);
    // A failure is a notice of the call; the text stays for another attempt.
    if (isSent) onClose();
  };
  return (
    <DialogForm submit={text.messageSend} isBusy={isBusy} onSubmit={() => void send()} onCancel={onClose}>
      <Textarea
        data-autofocus
        label={text.messageLabel}
        description={text.messageHint}
        rows={3}
        maxLength={updateWaitingMessage.text}
        value={draft}
        error={isMissing ? text.messageMissing : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
