import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { SavedNote } from '../ui/form/saved.tsx';
import { Row, Stack } from '../ui/layout/layout.tsx';
import { ProblemLine } from './problem-line.tsx';
import type { Submit } from './use-submit.ts';

type Props<A extends unknown[]> = {
  submit: Submit<A>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  button: string;
  /** Nothing was changed. */
  isDisabled?: boolean;
  /** Shown after the request has succeeded. */
  saved?: string;
  children: ReactNode;
};

/** A form that is saved on its own: its fields, the problem of the last request, the button and its result. */
export function SettingsForm<A extends unknown[]>(props: Props<A>) {
  const { submit, onSubmit, button, isDisabled, saved, children } = props;
  return (
    <Stack as="form" gap="lg" noValidate onSubmit={onSubmit}>
      {children}
      <ProblemLine of={submit} />
      <Row gap="sm lg" wrap align="center">
        <Button type="submit" loading={submit.isBusy} disabled={isDisabled}>
          {button}
        </Button>
        <SavedNote>{submit.isDone && (saved ?? false)}</SavedNote>
      </Row>
    </Stack>
  );
}
