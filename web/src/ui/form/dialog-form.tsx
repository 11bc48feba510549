import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { DialogActions, DialogError } from './dialog.tsx';

type Props = {
  /** The label of the submit button. */
  submit: string;
  isBusy: boolean;
  isDisabled?: boolean;
  trouble?: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The form of a dialog: its fields, the problem of the last request, and its two buttons. */
export function DialogForm({ submit, isBusy, isDisabled, trouble, onSubmit, onCancel, children }: Props) {
  const text = useText('ui');
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(event);
  };
  return (
    <form noValidate onSubmit={send}>
      {children}
      <DialogError>{trouble}</DialogError>
      <DialogActions>
        <Button variant="default" size="md" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button type="submit" size="md" loading={isBusy} disabled={isDisabled}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
