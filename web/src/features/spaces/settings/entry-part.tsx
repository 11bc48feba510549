import { SegmentedControl, Textarea } from '@mantine/core';
import { useId } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Section } from '../../../ui/page/section.tsx';
import { type Contact, type ContactSlug, contactSlugs } from '../model/room-form.ts';
import { OwnFields } from './own-fields.tsx';
import css from './settings.module.css';
import type { RoomEditing } from './use-room-draft.ts';

/** The fields that the entry form has besides the name. */
export function EntryPart({ editing }: { editing: RoomEditing }) {
  const text = useText('roomSettings');
  const { draft, change, errorAt } = editing;
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
  const text = useText('roomSettings');
  const id = useId();
  const name = text[slug];
  return (
    <div className={css.contact}>
      <div className={css.contactHead}>
        <span id={id} className={css.contactName}>
          {name}
        </span>
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
      </div>
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
    </div>
  );
}
