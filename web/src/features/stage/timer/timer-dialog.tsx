import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { longestTimer } from '../../../../../contract/operations/timer-limits.ts';
import { useText } from '../../../i18n/language.ts';
import { useTimer } from '../../../room/room-parts.tsx';
import { Dialog, DialogText } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Row } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { moreButtonId } from '../bar/keys-dialog.tsx';

type Props = { isOpen: boolean; onClose: () => void };

const readyMinutes = [1, 5, 10, 15] as const;

/** A moderator starts the timer of the call: with one press for a usual length, or with minutes of their own. */
export function TimerDialog({ isOpen, onClose }: Props) {
  const text = useText('timer');
  return (
    <Dialog
      isOpen={isOpen}
      title={text.title}
      // The item of the menu that opened it is gone.
      returnTo={() => document.getElementById(moreButtonId)}
      onClose={onClose}
    >
      <TimerForm onClose={onClose} />
    </Dialog>
  );
}

function TimerForm({ onClose }: Pick<Props, 'onClose'>) {
  const text = useText('timer');
  const timer = useTimer();
  const isRunning = useStore(timer.running) !== undefined;
  const [written, setWritten] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const start = async (minutes: number | undefined): Promise<void> => {
    setWrong(minutes === undefined);
    if (minutes === undefined || isBusy) return;
    setBusy(true);
    const isSet = await timer.start(minutes);
    setBusy(false);
    // A failure is a notice of the call; the minutes stay for another attempt.
    if (isSet) onClose();
  };
  return (
    <DialogForm
      submit={text.start}
      isBusy={isBusy}
      onSubmit={() => void start(minutesIn(written))}
      onCancel={onClose}
    >
      <DialogText>{isRunning ? `${text.hint} ${text.replaces}` : text.hint}</DialogText>
      <Row wrap gap="sm" role="group" aria-label={text.ready}>
        {readyMinutes.map((minutes, index) => (
          <Button
            key={minutes}
            variant="default"
            size="md"
            data-autofocus={index === 0 || undefined}
            onClick={() => void start(minutes)}
          >
            {text.minutes(minutes)}
          </Button>
        ))}
      </Row>
      <TextInput
        label={text.own}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={written}
        error={isWrong && text.wrong}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

function minutesIn(written: string): number | undefined {
  const minutes = /^\s*\d{1,3}\s*$/.test(written) ? Number(written) : 0;
  return minutes >= 1 && minutes <= longestTimer ? minutes : undefined;
}
