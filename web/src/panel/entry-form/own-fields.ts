import type { Answer } from '../../../../contract/routes.ts';

type Sent = Answer<'getRoom'>['joinSettings']['customFields'][number];

/** A custom join field while it is being edited. Its position is its index in the list. */
export type OwnField = {
  id: string;
  title: string;
  description: string;
  required: boolean;
  enabled: boolean;
};

export const mostOwnFields = 50;

export const ownFieldsOf = (fields: readonly Sent[]): OwnField[] =>
  fields
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, title, description, required, enabled }) => ({
      id,
      title,
      description: description ?? '',
      required,
      enabled,
    }));

export const sentOwnFields = (fields: readonly OwnField[]): Sent[] =>
  fields.map(({ id, title, description, required, enabled }, order) => ({
    id,
    type: 'string',
    title: title.trim(),
    enabled,
    required,
    description: description.trim() === '' ? null : description.trim(),
    order,
  }));

export function addField(fields: OwnField[], id: string): OwnField[] {
  if (fields.length >= mostOwnFields) return fields;
  return [...fields, { id, title: '', description: '', required: false, enabled: true }];
}

export const changeField = (
  fields: OwnField[],
  id: string,
  change: Partial<Omit<OwnField, 'id'>>,
): OwnField[] => fields.map((field) => (field.id === id ? { ...field, ...change } : field));

/** Moves a field to another position. */
export function moveField(fields: OwnField[], id: string, to: number): OwnField[] {
  const moved = fields.find((field) => field.id === id);
  if (!moved || to < 0 || to >= fields.length || fields[to] === moved) return fields;
  return fields.filter((field) => field !== moved).toSpliced(to, 0, moved);
}

/** A removed field and its position, for restoring it. */
export type RemovedField = { field: OwnField; index: number };

export function removeField(
  fields: OwnField[],
  id: string,
): { fields: OwnField[]; taken: RemovedField | undefined } {
  const index = fields.findIndex((field) => field.id === id);
  const field = fields[index];
  if (!field) return { fields, taken: undefined };
  return { fields: fields.toSpliced(index, 1), taken: { field, index } };
}

/** Its old position, or the end if the list has become shorter. */
export function restoreField(fields: OwnField[], { field, index }: RemovedField): OwnField[] {
  if (fields.some(({ id }) => id === field.id) || fields.length >= mostOwnFields) return fields;
  return fields.toSpliced(index, 0, field);
}
