import type { Answer } from '../../../../contract/routes.ts';
import { descriptionFault, nameFault, type TextFault, textOrNull } from '../text-rules.ts';
import { type OwnField, ownFieldsOf, sentOwnFields } from './own-fields.ts';

type JoinSettings = Answer<'getRoom'>['joinSettings'];
type JoinField = JoinSettings['fields'][number];
export type ContactSlug = JoinField['slug'];
export const contactSlugs: readonly ContactSlug[] = ['email', 'phone'];

/** How the entry form asks for a contact. */
export type FieldRequirement = 'off' | 'optional' | 'required';
export type Contact = { asking: FieldRequirement; description: string };

/** The fields of an entry form while they are edited. */
export type EntryDraft = { contacts: Record<ContactSlug, Contact>; ownFields: OwnField[] };

export const entryDraftOf = ({ fields, customFields }: JoinSettings): EntryDraft => ({
  contacts: { email: contactOf(fields, 'email'), phone: contactOf(fields, 'phone') },
  ownFields: ownFieldsOf(customFields),
});

function contactOf(fields: readonly JoinField[], wanted: ContactSlug): Contact {
  const field = fields.find(({ slug }) => slug === wanted);
  if (!field) return { asking: 'off', description: '' };
  const asking = !field.enabled ? 'off' : field.required ? 'required' : 'optional';
  return { asking, description: field.description ?? '' };
}

/** A setting of the entry form as the API takes it. */
export const sentEntry = (key: keyof EntryDraft, draft: EntryDraft) =>
  key === 'contacts'
    ? { joinSettingsFields: sentContacts(draft.contacts) }
    : { joinSettingsCustomFields: sentOwnFields(draft.ownFields) };

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

/** Where a fault is shown: a contact's helper text, or a part of a custom join field. */
export type EntryFaultKey =
  | keyof EntryDraft
  | `contacts.${ContactSlug}`
  | `ownFields.${string}.${'title' | 'description'}`;

export const isOfEntryForm = (key: string): key is EntryFaultKey => /^(contacts|ownFields)\b/.test(key);

export function entryFaults(draft: EntryDraft): Partial<Record<EntryFaultKey, TextFault | undefined>> {
  const faults: Partial<Record<EntryFaultKey, TextFault | undefined>> = {};
  for (const slug of contactSlugs) {
    faults[`contacts.${slug}`] = descriptionFault(draft.contacts[slug].description);
  }
  for (const { id, title, description } of draft.ownFields) {
    faults[`ownFields.${id}.title`] = nameFault(title);
    faults[`ownFields.${id}.description`] = descriptionFault(description);
  }
  return faults;
}

/** The setting to which the server's fault at a path of the body belongs, if it is one of the entry form. */
export function entryFaultKey(path: string, sent: EntryDraft): EntryFaultKey | undefined {
  const [head = '', place = '', part] = path.split('.');
  if (head === 'joinSettingsFields') {
    const slug = sentSlugs(sent.contacts)[Number(place)];
    return slug ? `contacts.${slug}` : 'contacts';
  }
  if (head !== 'joinSettingsCustomFields') return undefined;
  const field = sent.ownFields[Number(place)];
  if (!field) return 'ownFields';
  return `ownFields.${field.id}.${part === 'description' ? part : 'title'}`;
}
