import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { Refusal } from '../platform/errors.ts';
import type { Room } from '../rooms/rooms.ts';

/** What is known of somebody before they fill in the form at the door. */
export interface Known {
  name: string | null;
  email: string | null;
  phone: string | null;
  isGuestOfLink: boolean;
}

export interface Form {
  name: string;
  email: string | null;
  phone: string | null;
}

function nameOf(room: Room, known: Known, asked: string): string | null {
  const isFixed = known.isGuestOfLink && !room.flags.isSelfRenamingAllowed;
  return (isFixed ? '' : asked) || known.name;
}

/**
 * The form of the entry page, held against what the room asks for: what is known is not asked again and stands,
 * what the room does not ask for is not kept. Every lack is named at once.
 */
export function settleForm(
  room: Room,
  { known, body }: { known: Known; body: Pick<Body<'createParticipant'>, 'name' | 'fields'> },
): Form {
  const details: ErrorDetail[] = [];
  const name = nameOf(room, known, body.name?.trim() ?? '');
  if (name === null) details.push({ path: 'name', message: 'is required' });
  const form: Form = { name: name ?? '', email: known.email, phone: known.phone };
  for (const { slug, enabled, required } of room.joinFields) {
    if (!enabled) continue;
    form[slug] ??= body.fields?.[slug] ?? null;
    if (required && form[slug] === null) details.push({ path: `fields.${slug}`, message: 'is required' });
  }
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return form;
}
