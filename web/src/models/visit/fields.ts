import type { Room } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';

/** A field that the room asks for, besides the name. */
export type EntryField = {
  /** The slug, or the id of a custom join field. */
  key: string;
  kind: 'email' | 'phone' | 'text';
  /** The label of a custom join field; the page labels the others. */
  title?: string;
  description?: string;
  isRequired: boolean;
};

/** The fields to ask for, in their order; `known` are those that the link or the account answers. */
export function entryFields(room: Room, known: readonly string[]): EntryField[] {
  const { fields, customFields } = room.joinSettings;
  const own = [...customFields].sort((one, other) => one.order - other.order);
  const all = [
    ...fields.map((field) => ({ ...field, key: field.slug, kind: field.slug, title: undefined })),
    ...own.map((field) => ({ ...field, key: field.id, kind: 'text' as const, title: titleOf(field.title) })),
  ];
  return all
    .filter(({ enabled, key }) => enabled && !known.includes(key))
    .map(({ key, kind, title, description, required }) => ({
      key,
      kind,
      isRequired: required,
      ...(title === undefined ? {} : { title }),
      ...(description ? { description } : {}),
    }));
}

/** Makes a label one line; if it has no visible character, the field still gets a name. */
const titleOf = (title: string): string => plainName(title) || '…';
