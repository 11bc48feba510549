import { pages, pathTo } from '../../../../contract/pages.ts';
import { addressOfLink } from '../../access-links/access-links.ts';
import { now } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { EmailWriter } from '../../platform/mail/outbox.ts';
import { addressOfPage } from '../../platform/web-address.ts';
import { brandOfSpace } from '../../spaces/spaces.ts';
import { lastTimeOf, type ReminderOccasion } from './due.ts';
import { type ReminderContent, reminderContent } from './reminders.store.ts';
import { reminderTokenOf } from './stop.ts';
import { writeReminderEmail } from './write.ts';

export interface ReminderWriterParts {
  keyring: Keyring;
  webUrl: URL;
  /** LECTERN_MAIL_FROM. */
  from: string;
}

/** Why this email is not sent to this person now; undefined: it is sent. */
function reasonAgainstPerson(content: ReminderContent): string | undefined {
  const { kinds, stoppedAt, isAdmitted, readiness } = content;
  if (stoppedAt !== null) return 'the address was unsubscribed';
  if (kinds.length === 0) return 'the viewer turned the reminders off';
  if (!isAdmitted) return 'the viewer may not watch the webinar any more';
  return readiness === 'draft' || readiness === 'failed' ? 'the webinar is offline' : undefined;
}

/** Why this email is not true or too late now; undefined: it is sent. */
function reasonAgainstTime(content: ReminderContent, occasion: ReminderOccasion): string | undefined {
  const { sessionStart, sessionEnd, isCancelled, startDate } = content;
  const isGone = sessionStart === null || isCancelled;
  if (now() >= lastTimeOf(occasion, { startDate, endDate: sessionEnd })) return 'its time is over';
  if (occasion === 'cancelled') return isGone ? undefined : 'the session takes place again';
  if (isGone) return 'the session was cancelled';
  return sessionStart.getTime() === startDate.getTime() ? undefined : 'the session was moved';
}

/**
 * The person's own link, if it is valid at the start. Anybody may enter a public webinar by its address.
 * @returns null if this person needs another link by then
 */
function pageUrlOf(
  { keyring, webUrl }: ReminderWriterParts,
  { alias, isPublic, linkId, linkName, linkExpiresAt, startDate }: ReminderContent,
): string | null {
  const isValid = linkExpiresAt !== null && linkExpiresAt > startDate;
  if (linkId !== null && isValid) {
    return addressOfLink({ keyring, webUrl }, { id: linkId, alias, username: linkName ?? '' });
  }
  // Without a link they entered by their account.
  return isPublic || linkId === null ? addressOfPage(webUrl, pathTo(pages.room, { alias })) : null;
}

/** Writes the emails about reminders with what is true when they are sent. */
export const reminderEmailWriter =
  (parts: ReminderWriterParts): EmailWriter =>
  async (db, { reminderId, occasion }) => {
    const content = reminderId === null ? undefined : await reminderContent(db, reminderId);
    if (!content || occasion === null) return { droppedBecause: 'the reminder was deleted' };
    const droppedBecause = reasonAgainstPerson(content) ?? reasonAgainstTime(content, occasion);
    if (droppedBecause !== undefined) return { droppedBecause };
    const { keyring, webUrl, from } = parts;
    const reminderToken = reminderTokenOf(keyring, content.id);
    return writeReminderEmail({
      ...{ occasion, reminder: content, pageUrl: pageUrlOf(parts, content), webUrl, at: now() },
      brand: await brandOfSpace(db, webUrl, content.spaceId),
      stopUrl: addressOfPage(webUrl, pathTo(pages.reminders, { reminderToken })),
      sender: /<([^>]+)>$/.exec(from)?.[1] ?? from,
    });
  };
