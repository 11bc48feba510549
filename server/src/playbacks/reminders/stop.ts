import type { Answer } from '../../../../contract/routes.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { idInToken, idTokenOf } from '../../platform/id-token.ts';
import { emailsOfReminder, setStopped } from './reminders.store.ts';

const purpose = 'unsubscribe from reminders';

/** The token with which the reader of an email unsubscribes. It never expires. */
export const reminderTokenOf = (keyring: Keyring, reminderId: string): string =>
  idTokenOf(keyring, purpose, reminderId);

/** Finds the reminder of a token. @throws Refusal 404 for a token that this installation did not create */
export const reminderIdIn = (keyring: Keyring, token: string): string =>
  idInToken(keyring, purpose, token) ?? refuse('not_found');

/** Such as `a•••@example.org`: links are forwarded with their emails. */
function abbreviated(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}•••${email.slice(at)}`;
}

/** @returns what the address gets; nothing goes to one whose reminder was deleted */
export async function readReminderEmails(db: Db, reminderId: string): Promise<Answer<'getReminderEmails'>> {
  const found = await emailsOfReminder(db, reminderId);
  if (!found) return { name: null, email: null, isStopped: true };
  return { ...found, email: abbreviated(found.email) };
}

/** Unsubscribes the address of the reminder from its webinar; `stoppedAt` null: subscribes it again. */
export async function changeReminderEmails(
  db: Db,
  reminderId: string,
  stoppedAt: Date | null,
): Promise<Answer<'stopReminderEmails'>> {
  await setStopped(db, reminderId, stoppedAt);
  return readReminderEmails(db, reminderId);
}
