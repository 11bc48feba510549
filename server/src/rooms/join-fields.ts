import type { ErrorDetail } from '../../../contract/errors.ts';
import { Refusal } from '../platform/errors.ts';
import type { JoinField } from './room.ts';

const titles: Record<JoinField['slug'], JoinField['title']> = {
  email: 'admin.classrooms.email',
  phone: 'admin.classrooms.phone',
};

/** The rules of interface 2.12 that single values do not show; every fault is named at once. */
export function checkJoinFields(fields: JoinField[]): JoinField[] {
  const details: ErrorDetail[] = [];
  const slugs = new Set<string>();
  for (const [index, { slug, type, title }] of fields.entries()) {
    const path = `joinSettingsFields.${index}`;
    if (slugs.has(slug))
      details.push({ path: `${path}.slug`, message: `must not repeat: ${slug} is there already` });
    slugs.add(slug);
    if (type !== slug) details.push({ path: `${path}.type`, message: `must equal the slug: ${slug}` });
    if (title !== titles[slug]) {
      details.push({ path: `${path}.title`, message: `must be ${titles[slug]} for the slug ${slug}` });
    }
  }
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return fields.map(({ slug, type, title, enabled, required, description }) => ({
    slug,
    type,
    title,
    enabled,
    required,
    ...(description !== undefined && { description }),
  }));
}
