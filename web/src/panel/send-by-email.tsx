import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useText } from '../i18n/language.ts';
import { emailFault } from '../models/account/rules.ts';
import { SavedNote } from '../ui/form/saved.tsx';
import { Row, Stack } from '../ui/layout/layout.tsx';
import { ProblemLine } from './problem-line.tsx';
import { useOptions } from './support/use-options.ts';
import { useFields } from './use-fields.ts';

type Props = {
  /** The address of the person, if it is known. */
  email?: string;
  send: (email: string) => Promise<unknown>;
};

/** Sends a link or an invitation to an address; nothing if the installation sends no email. */
export function SendByEmail({ email: known = '', send }: Props) {
  const text = useText('sendByEmail');
  const options = useOptions().value;
  const { form, submit, onSubmit } = useFields({
    initialValues: { email: known },
    validate: ({ email }) => ({ email: emailFault(email) && text.emailBad }),
    send: ({ email }) => send(email.trim()),
  });
  if (!options?.sendsMail) return null;
  return (
    <Stack as="form" gap="sm" mt="md" noValidate onSubmit={onSubmit}>
      <TextInput {...form.getInputProps('email')} type="email" autoComplete="off" label={text.email} />
      <ProblemLine of={submit} />
      <Row gap="sm md" wrap align="center">
        <Button
          type="submit"
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          loading={submit.isBusy}
        >
          {text.send}
        </Button>
        <SavedNote>{submit.isDone && text.sent}</SavedNote>
      </Row>
    </Stack>
  );
}
