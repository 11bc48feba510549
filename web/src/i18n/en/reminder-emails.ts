/** The page that unsubscribes from emails before a session. */
export const reminderEmails = {
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
