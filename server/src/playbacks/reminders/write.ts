import { calendarFile, calendarMethod } from '../../../../contract/calendar.ts';
import { localeOf } from '../../../../contract/languages.ts';
import {
  asHtml,
  type EmailBrand,
  inOneLine,
  linkOf,
  pageOf,
  paragraphOf,
  zoneNameOf,
} from '../../platform/mail/layout.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { ReminderOccasion } from './due.ts';
import type { ReminderContent } from './reminders.store.ts';

type Words = typeof texts.en.reminderEmail;

export interface ReminderEmail {
  occasion: ReminderOccasion;
  reminder: ReminderContent;
  /** The address by which this person enters the webinar; null: the one they have expires before the start. */
  pageUrl: string | null;
  /** The address that unsubscribes. */
  stopUrl: string;
  webUrl: URL;
  /** The address of the sender, without a name. */
  sender: string;
  /** When the email is written. */
  at: Date;
  brand: EmailBrand | undefined;
}

const startOf = (
  { startDate, language, timezone: timeZone }: ReminderContent,
  dateStyle: 'long' | 'full',
): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle, timeStyle: 'short', timeZone }).format(startDate);

function calendarOf(email: ReminderEmail, title: string, words: Words): string {
  const { occasion, reminder, pageUrl, webUrl, sender, at } = email;
  return calendarFile({
    // As the page's own file names it, so that both are one entry.
    uid: `${reminder.sessionId}@${webUrl.host}`,
    title,
    description: pageUrl === null ? words.otherLink : `${words.open}: ${pageUrl}`,
    ...(pageUrl !== null && { url: pageUrl }),
    startsAt: reminder.startDate.getTime(),
    endsAt: reminder.sessionEnd?.getTime(),
    madeAt: at.getTime(),
    sequence: reminder.sequence,
    organizer: sender,
    attendee: reminder.email,
    isCancelled: occasion === 'cancelled',
  });
}

function subjectOf({ occasion, reminder }: ReminderEmail, { subject }: Words): string {
  const webinar = inOneLine(reminder.name);
  if (occasion === 'hourBefore' || occasion === 'start') return subject[occasion](webinar);
  return subject[occasion]({ webinar, start: startOf(reminder, 'long') });
}

/** The lines between the start and the link. */
function notesOf({ occasion, reminder, pageUrl }: ReminderEmail, words: Words): string[] {
  if (occasion === 'cancelled') return [];
  const kinds = reminder.kinds.map((kind) => words.kinds[kind]).join(', ');
  const isAhead = occasion === 'requested' || occasion === 'moved';
  return [
    ...(pageUrl === null ? [words.otherLink] : []),
    ...(isAhead ? [`${words.coming}: ${kinds}.`] : []),
    words.calendar,
  ];
}

/** Writes an email about a reminder. It has no text that the viewer chose, who may have entered another's address. */
export function writeReminderEmail(email: ReminderEmail): Omit<OutgoingEmail, 'messageId'> {
  const { occasion, reminder, pageUrl, stopUrl, webUrl, brand } = email;
  const { startDate, language, timezone } = reminder;
  const { email: common, reminderEmail: words } = texts[language];
  const name = inOneLine(reminder.name);
  const subject = subjectOf(email, words);
  const intro = words.intro[occasion](name);
  const zone = words.zone(zoneNameOf(startDate, localeOf(language), timezone));
  const start = startOf(reminder, 'full');
  const notes = notesOf(email, words);
  const signature = common.from(webUrl.origin);
  const isCancelled = occasion === 'cancelled';
  const linked = isCancelled ? null : pageUrl;
  const text = [
    intro,
    `${words.start}: ${start} (${zone})`,
    ...(linked === null ? [] : [`${words.open}:\n${linked}`]),
    ...notes,
    `${words.why}\n${words.unsubscribe}:\n${stopUrl}`,
    signature,
  ].join('\n\n');
  const html = pageOf({ language, title: subject, brand }, [
    paragraphOf(intro),
    `<p>${asHtml(words.start)}: <b>${asHtml(start)}</b> (${asHtml(zone)})</p>`,
    ...(linked === null ? [] : [`<p>${linkOf(words.open, linked)}</p>`]),
    ...notes.map(paragraphOf),
    `<p>${asHtml(words.why)} ${linkOf(words.unsubscribe, stopUrl)}.</p>`,
    paragraphOf(signature),
  ]);
  return {
    to: reminder.email,
    subject,
    text: `${text}\n`,
    html,
    // One press in the mail program unsubscribes (RFC 8058).
    headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    icalEvent: {
      method: calendarMethod({ isCancelled, attendee: reminder.email }),
      filename: 'webinar.ics',
      content: calendarOf(email, name, words),
    },
  };
}
