import type { ErrorDetail } from '../../../../contract/errors.ts';
import type { Body } from '../../../../contract/routes.ts';
import { Refusal } from '../../platform/errors.ts';
import { givenValues, type Room } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';

/** The answers that are known before a person fills in the entry form. */
export interface KnownAnswers {
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Values by the id of a custom join field. */
  fields: Record<string, string>;
  /** Whether the name is that of a link: only a room that lets people rename themselves accepts another one. */
  hasNameOfLink: boolean;
}

/** `fields`: the answers to custom join fields, with their titles at that time. */
export type EntryForm = Pick<Participant, 'name' | 'email' | 'phone' | 'fields'>;

/** The answers of the same person at an earlier entry: a reload does not ask again. */
export type EarlierAnswers = Omit<EntryForm, 'name'>;

type Asked = Pick<Body<'createParticipant'>, 'name' | 'fields'>;

function nameOf(room: Room, known: KnownAnswers, asked: string): string | null {
  const isFixed = known.hasNameOfLink && !room.flags.isSelfRenamingAllowed;
  return (isFixed ? '' : asked) || known.name;
}

/** A value comes from the first of these sources that has it. */
interface Sources {
  known: KnownAnswers;
  answers: Map<string, string>;
  said: EarlierAnswers | undefined;
}

type Missing = (path: string) => void;

function contactsOf(room: Room, { known, answers, said }: Sources, missing: Missing) {
  const contacts = { email: known.email, phone: known.phone };
  for (const { slug, enabled, required } of room.joinFields) {
    if (!enabled) continue;
    contacts[slug] ??= answers.get(slug) ?? said?.[slug] ?? null;
    if (required && contacts[slug] === null) missing(`fields.${slug}`);
  }
  return contacts;
}

function answersOf(room: Room, { known, answers, said }: Sources, missing: Missing): EntryForm['fields'] {
  const kept: EntryForm['fields'] = [];
  for (const { id, title, enabled, required } of room.customFields) {
    if (!enabled) continue;
    const before = said?.fields.find((field) => field.id === id)?.value;
    const value = known.fields[id] ?? answers.get(id) ?? before;
    if (value !== undefined) kept.push({ id, title, value });
    else if (required) missing(`fields.${id}`);
  }
  return kept;
}

/** A person who enters, and the form as they filled it in. */
interface Filled extends Pick<Sources, 'known' | 'said'> {
  role: Participant['role'];
  body: Asked;
}

/**
 * Validates the entry form against the fields of the room. Known values stand and are not asked for; values without a
 * field are dropped. A refusal names every missing value. The form is for the people who are taught: a moderator may
 * leave out everything but the name.
 */
export function completeForm(room: Room, { role, known, body, said }: Filled): EntryForm {
  const details: ErrorDetail[] = [];
  const missing = (path: string) => {
    if (role === 'user' || path === 'name') details.push({ path, message: 'is required' });
  };
  const name = nameOf(room, known, body.name?.trim() ?? '');
  if (name === null) missing('name');
  const sources = { known, answers: givenValues(body.fields), said };
  const form = {
    name: name ?? '',
    ...contactsOf(room, sources, missing),
    fields: answersOf(room, sources, missing),
  };
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return form;
}
