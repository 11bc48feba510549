import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { Refusal } from '../platform/errors.ts';
import type { CustomJoinField, JoinField, Room } from './room.ts';

const titles: Record<JoinField['slug'], JoinField['title']> = {
  email: 'admin.classrooms.email',
  phone: 'admin.classrooms.phone',
};

type Fields = Pick<Room, 'joinFields' | 'customFields'>;

/** The fields of a request, in each of the forms that it may have. */
type GivenFields = Pick<
  Body<'updateRoom'>,
  'joinSettings' | 'joinSettingsFields' | 'joinSettingsCustomFields'
>;

/** A list of fields and its path in the body. */
interface Given<F> {
  path: string;
  fields: F[];
}

/** The request's own field name takes precedence over the field name of the response. */
const givenOf = <F>(own: { [path: string]: F[] | undefined }): Given<F> | undefined =>
  Object.entries(own).flatMap(([path, fields]) => (fields ? [{ path, fields }] : []))[0];

/** Checks the rules of interface 2.12 that concern several values at once. */
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

/** The same for custom join fields, whose ids are compared without case. */
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

/** Recognized names of values. The contract accepts the same: slugs in lower case, ids in any case. */
const nameOfValue = /^(email|phone|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/;

/** The given values by slug or lower-case id, without blank ones. */
export const givenValues = (fields: Body<'createParticipant'>['fields']): Map<string, string> =>
  new Map(
    Object.entries(fields ?? {})
      .filter(([name]) => nameOfValue.test(name))
      .map(([name, value = '']) => [name.toLowerCase(), value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

/** Merges the join fields of the body into those of the room. @throws Refusal with every fault of both lists */
export function changedFields(before: Fields, body: GivenFields): Fields {
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
