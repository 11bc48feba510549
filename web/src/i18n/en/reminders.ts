import type { ReminderKind } from '../../../../contract/reminders.ts';

/** Emails before a session of a webinar, and the page that unsubscribes from them. */
export const reminders = {
  remind: 'Remind me by email',
  what: (kinds: string, email: string) => `To ${email}: ${kinds}`,
  kinds: {
    dayBefore: '24 hours before',
    hourBefore: '1 hour before',
    start: 'at the start',
  } satisfies Record<ReminderKind, string>,
  isOn: 'Reminders are on. A confirmation is on its way.',
  isOff: 'Reminders are off.',
  stopped: (email: string) =>
    `${email} is unsubscribed from this webinar. The link “Unsubscribe” in its emails can undo this.`,
  failed: 'Reminders could not be changed. Try again.',
  tooMany: 'Too many reminders were requested for this address. Try again tomorrow.',
  pageTitle: 'Unsubscribe from reminders?',
  pageText: (webinar: string, email: string) => `${email} gets reminders of the webinar “${webinar}”.`,
  unsubscribe: 'Unsubscribe',
  stoppedTitle: 'You are unsubscribed',
  stoppedText: (webinar: string, email: string) =>
    `${email} gets no more emails about the webinar “${webinar}”.`,
  nothingText: 'No emails are sent to you by this link any more.',
  undo: 'Subscribe again',
  resumedText: 'You are subscribed again. Reminders that lie ahead will be sent.',
  unknownTitle: 'This link does not work',
  unknownText: 'Open the link in the email again, or copy all of it.',
  awayTitle: 'The server is not responding',
  awayText: 'Nothing was changed. Try again in a moment.',
  tryAgain: 'Try again',
  loading: 'Opening',
};
