import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { Refusal } from '../platform/errors.ts';
import type { CustomJoinField, JoinField, Room } from './room.ts';

const titles: Record<JoinField['slug'], JoinField['title']> = {
  email: 'admin.classrooms.email',
  phone: 'admin.classrooms.phone',
};

type Fields = Pick<Room, 'joinFields' | 'customFields'>;

/** A list of fields, and where it stands in the body. */
interface Given<F> {
  path: string;
  fields: F[];
}

/** Fields under the request's own name take precedence over the list in the form of the response. */
const givenOf = <F>(own: { [path: string]: F[] | undefined }): Given<F> | undefined =>
  Object.entries(own).flatMap(([path, fields]) => (fields ? [{ path, fields }] : []))[0];

/** Rules of interface 2.12 that single values do not show. */
function faultsOf({ path: list, fields }: Given<JoinField>): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const slugs = new Set<string>();
  for (const [index, { slug, type, title }] of fields.entries()) {
    const path = `${list}.${index}`;
    if (slugs.has(slug))
      details.push({ path: `${path}.slug`, message: `must not repeat: ${slug} is there already` });
    slugs.add(slug);
    if (type !== slug) details.push({ path: `${path}.type`, message: `must equal the slug: ${slug}` });
    if (title !== titles[slug]) {
      details.push({ path: `${path}.title`, message: `must be ${titles[slug]} for the slug ${slug}` });
    }
  }
  return details;
}

/** The same of the room's own fields, whose ids are one however they are written. */
function customFaultsOf({ path: list, fields }: Given<CustomJoinField>): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const ids = new Set<string>();
  for (const [index, { id }] of fields.entries()) {
    const path = `${list}.${index}`;
    if (ids.has(id.toLowerCase())) {
      details.push({ path: `${path}.id`, message: `must not repeat: ${id} is there already` });
    }
    ids.add(id.toLowerCase());
  }
  return details;
}

const keptField = ({ slug, type, title, enabled, required, description }: JoinField): JoinField => ({
  slug,
  type,
  title,
  enabled,
  required,
  ...(description !== undefined && { description }),
});

const keptCustom = ({ id, type, title, enabled, required, description, order }: CustomJoinField) => ({
  id: id.toLowerCase(),
  type,
  title: title.trim(),
  enabled,
  required,
  ...(description !== undefined && { description }),
  order,
});

/** The names that mean something, as the contract checks their values: a slug has no capitals, an id may. */
const nameOfValue = /^(email|phone|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/;

/** The values that are given for fields, by slug or id. A blank text counts as not given; ids are one however they are written. */
export const givenValues = (fields: Body<'createParticipant'>['fields']): Map<string, string> =>
  new Map(
    Object.entries(fields ?? {})
      .filter(([name]) => nameOfValue.test(name))
      .map(([name, value = '']) => [name.toLowerCase(), value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

/** The join fields of a room with those that the body names; every fault of both lists is named at once. */
export function changedFields(before: Fields, body: Body<'updateRoom'>): Fields {
  const { joinSettingsFields, joinSettingsCustomFields, joinSettings } = body;
  const fields = givenOf({ joinSettingsFields, 'joinSettings.fields': joinSettings?.fields });
  const custom = givenOf({
    joinSettingsCustomFields,
    'joinSettings.customFields': joinSettings?.customFields,
  });
  const details = [...(fields ? faultsOf(fields) : []), ...(custom ? customFaultsOf(custom) : [])];
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return {
    joinFields: fields?.fields.map(keptField) ?? before.joinFields,
    customFields:
      custom?.fields.map(keptCustom).sort((one, other) => one.order - other.order) ?? before.customFields,
  };
}
