import { TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Quiet } from '../../quiet.tsx';
import type { Fields } from '../../use-fields.ts';
import css from '../links.module.css';
import type { LinkDraft } from './model/link-form.ts';

const contacts = ['email', 'phone'] as const;
const ids = ['externalUserId', 'externalMeetingId'] as const;

/** Optional fields of a link besides the name, collapsed by default. */
export function LinkExtras({ form }: Pick<Fields<LinkDraft>, 'form'>) {
  const text = useText('links');
  const field = (key: (typeof contacts)[number] | (typeof ids)[number]) => (
    <TextInput
      {...form.getInputProps(key)}
      key={key}
      label={text[key]}
      autoComplete="off"
      spellCheck={false}
      inputMode={key === 'email' ? 'email' : key === 'phone' ? 'tel' : 'text'}
    />
  );
  const isFaulty = (keys: readonly (keyof LinkDraft)[]): boolean =>
    keys.some((key) => form.getInputProps(key).error !== undefined);
  return (
    <>
      <details className={css.more} open={isFaulty(contacts) || undefined}>
        <summary>{text.contacts}</summary>
        <Stack p="0 md lg" gap="md">
          <Quiet>{text.contactsHint}</Quiet>
          {contacts.map(field)}
        </Stack>
      </details>
      <details className={css.more} open={isFaulty(ids) || undefined}>
        <summary>{text.integration}</summary>
        <Stack p="0 md lg" gap="md">
          <Quiet>{text.integrationHint}</Quiet>
          {ids.map(field)}
        </Stack>
      </details>
    </>
  );
}
