import { TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import type { LinkDraft, LinkFaults } from '../model/link-form.ts';
import css from './links.module.css';

type Props = {
  draft: LinkDraft;
  faults: LinkFaults;
  serverFault: (field: string) => string | undefined;
  onChange: (part: Partial<LinkDraft>) => void;
};

const contacts = ['email', 'phone'] as const;
const ids = ['externalUserId', 'externalMeetingId'] as const;

/** Optional fields of a link besides the name, collapsed by default. */
export function LinkExtras({ draft, faults, serverFault, onChange }: Props) {
  const text = useText('links');
  const field = (key: (typeof contacts)[number] | (typeof ids)[number], fault: string) => (
    <TextInput
      key={key}
      label={text[key]}
      autoComplete="off"
      spellCheck={false}
      inputMode={key === 'email' ? 'email' : key === 'phone' ? 'tel' : 'text'}
      value={draft[key]}
      error={faults[key] ? fault : serverFault(key)}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  );
  const isFaulty = (keys: readonly (keyof LinkFaults)[]): boolean =>
    keys.some((key) => faults[key] !== undefined || serverFault(key) !== undefined);
  return (
    <>
      <details className={css.more} open={isFaulty(contacts) || undefined}>
        <summary>{text.contacts}</summary>
        <div className={css.moreFields}>
          <p className={css.quiet}>{text.contactsHint}</p>
          {field('email', text.emailBad)}
          {field('phone', text.phoneBad)}
        </div>
      </details>
      <details className={css.more} open={isFaulty(ids) || undefined}>
        <summary>{text.integration}</summary>
        <div className={css.moreFields}>
          <p className={css.quiet}>{text.integrationHint}</p>
          {field('externalUserId', text.idBad)}
          {field('externalMeetingId', text.idBad)}
        </div>
      </details>
    </>
  );
}
