import type { Answer } from '../../../../contract/routes.ts';
import type { FaultKey, Settings } from '../place-settings/settings-form.ts';
import { descriptionFault, nameFault, textOrNull } from '../text-rules.ts';
import { type OwnField, ownFieldsOf, sentOwnFields } from './own-fields.ts';

type JoinSettings = Answer<'getRoom'>['joinSettings'];
type JoinField = JoinSettings['fields'][number];
export type ContactSlug = JoinField['slug'];
export const contactSlugs: readonly ContactSlug[] = ['email', 'phone'];

/** How the entry form asks for a contact. */
type FieldRequirement = 'off' | 'optional' | 'required';
export type Contact = { asking: FieldRequirement; description: string };

/** The fields of an entry form while they are edited. */
export type EntryDraft = { contacts: Record<ContactSlug, Contact>; ownFields: OwnField[] };
export type EntryFaultKey = FaultKey<EntryDraft>;

/** The entry form as settings; a fault is at a contact's helper text, or at a part of a custom join field. */
export const entrySettings: Settings<{ joinSettings: JoinSettings }, EntryDraft> = {
  contacts: {
    tab: 'entry',
    of: ({ joinSettings: { fields } }) => ({
      email: contactOf(fields, 'email'),
      phone: contactOf(fields, 'phone'),
    }),
    field: 'joinSettingsFields',
    sent: sentContacts,
    fault: (contacts) =>
      Object.fromEntries(contactSlugs.map((slug) => [slug, descriptionFault(contacts[slug].description)])),
    partAt: (path, contacts) => sentSlugs(contacts)[Number(path.split('.')[0])],
  },
  ownFields: {
    tab: 'entry',
    of: ({ joinSettings: { customFields } }) => ownFieldsOf(customFields),
    field: 'joinSettingsCustomFields',
    sent: sentOwnFields,
    fault: (fields) =>
      Object.fromEntries(
        fields.flatMap(({ id, title, description }) => [
          [`${id}.title`, nameFault(title)],
          [`${id}.description`, descriptionFault(description)],
        ]),
      ),
    partAt: (path, fields) => {
      const [place, part] = path.split('.');
      const field = fields[Number(place)];
      return field && `${field.id}.${part === 'description' ? part : 'title'}`;
    },
  },
};

function contactOf(fields: readonly JoinField[], wanted: ContactSlug): Contact {
  const field = fields.find(({ slug }) => slug === wanted);
  if (!field) return { asking: 'off', description: '' };
  const asking = !field.enabled ? 'off' : field.required ? 'required' : 'optional';
  return { asking, description: field.description ?? '' };
}

/** A contact that is off and has no text is left out of the list. */
function sentContacts(contacts: EntryDraft['contacts']): JoinField[] {
  return sentSlugs(contacts).map((slug) => {
    const { asking, description } = contacts[slug];
    return {
      slug,
      type: slug,
      title: slug === 'email' ? 'admin.classrooms.email' : 'admin.classrooms.phone',
      enabled: asking !== 'off',
      required: asking === 'required',
      description: textOrNull(description),
    };
  });
}

const sentSlugs = (contacts: EntryDraft['contacts']): ContactSlug[] =>
  contactSlugs.filter((slug) => contacts[slug].asking !== 'off' || contacts[slug].description.trim() !== '');
