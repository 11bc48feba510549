import { SegmentedControl, Textarea } from '@mantine/core';
import { useId } from 'react';
import { useText } from '../../i18n/language.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { Editing } from '../saving/use-draft.ts';
import { type Contact, type ContactSlug, contactSlugs, type EntryDraft } from './entry-draft.ts';
import css from './entry-form.module.css';
import { OwnFields } from './own-fields-list.tsx';

/** The fields that the entry form has besides the name. */
type Props = Pick<Editing<EntryDraft>, 'draft' | 'change' | 'errorAt'>;

export function EntryFormSettings({ draft, change, errorAt }: Props) {
  const text = useText('entryForm');
  return (
    <div>
      <Section title={text.contactsTitle} text={text.contactsText}>
        {contactSlugs.map((slug) => (
          <ContactField
            key={slug}
            slug={slug}
            contact={draft.contacts[slug]}
            error={errorAt(`contacts.${slug}`)}
            onChange={(contact) => change({ contacts: { ...draft.contacts, [slug]: contact } })}
          />
        ))}
      </Section>
      <Section title={text.ownTitle} text={text.ownText}>
        <OwnFields
          fields={draft.ownFields}
          errorAt={errorAt}
          onChange={(ownFields) => change({ ownFields })}
        />
      </Section>
    </div>
  );
}

type ContactProps = {
  slug: ContactSlug;
  contact: Contact;
  error: string | undefined;
  onChange: (contact: Contact) => void;
};

function ContactField({ slug, contact, error, onChange }: ContactProps) {
  const text = useText('entryForm');
  const id = useId();
  const name = text[slug];
  return (
    <Stack className={css.contact} gap="md">
      <Row gap="sm lg" wrap align="center" justify="between">
        <Text as="span" id={id} size="md" weight={550}>
          {name}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          value={contact.asking}
          data={[
            { value: 'off', label: text.off },
            { value: 'optional', label: text.optional },
            { value: 'required', label: text.required },
          ]}
          onChange={(asking) => onChange({ ...contact, asking: asking as Contact['asking'] })}
        />
      </Row>
      {contact.asking !== 'off' && (
        <Textarea
          aria-label={text.helperOf(name)}
          placeholder={`${text.helper}. ${text.helperHint}`}
          autosize={false}
          rows={1}
          value={contact.description}
          error={error}
          onChange={(event) => onChange({ ...contact, description: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
