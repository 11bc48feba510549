import type { Room } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';

/** What the room asks of who enters, beside the name. */
export type EntryField = {
  /** The slug or, of a field of the room's own, its id: as the server names it. */
  key: string;
  kind: 'email' | 'phone' | 'text';
  /** Of a field of the room's own; the others are named by the page. */
  title?: string;
  description?: string;
  isRequired: boolean;
};

/** In the order in which they are asked; `known` are those that the link or the account answers. */
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

/** One line, whatever its maker wrote; a title of nothing but unseen marks still names its field. */
const titleOf = (title: string): string => plainName(title) || '…';
