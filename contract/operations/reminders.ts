import { Type } from 'typebox';
import { ids, student } from '../examples/ids.ts';
import { sampleSessionReminder } from '../examples/reminders.ts';
import { type Language, languages } from '../languages.ts';
import { About, giveExample, Model } from '../model.ts';
import { forAnybody, ofViewer } from '../permissions/permission.ts';
import { type ReminderKind, reminderKinds } from '../reminders.ts';
import { route } from '../route.ts';
import { Flag, Id, Nullable, OneOf, Text, TextOrNull, Timestamp, TimeZone } from '../shared.ts';

const Kinds = (description: string) =>
  Type.Array(Type.Unsafe<ReminderKind>(OneOf(...reminderKinds)), { maxItems: 3, description });

/** The emails that a viewer requested before one session. */
const SessionReminder = Model('SessionReminder', {
  sessionId: About(Id, 'The session.'),
  startDate: About(Timestamp, 'When it starts.'),
  email: Text('The address that gets them.'),
  kinds: Kinds('The emails: dayBefore, hourBefore, start.'),
});
giveExample(SessionReminder, sampleSessionReminder);

/** Why a viewer cannot request reminders. */
export const reminderObstacles = ['mail_off', 'email_missing', 'reminders_stopped'] as const;

export const Reminders = Model('Reminders', {
  obstacle: Nullable(
    OneOf(...reminderObstacles),
    'Why reminders cannot be requested: the code of the refusal; null: they can.',
  ),
  email: TextOrNull('The address of the entry form, to which they are sent; null: none.'),
  items: Type.Array(SessionReminder, { description: 'The sessions to come for which they were requested.' }),
});
giveExample(Reminders, { obstacle: null, email: student.email, items: [sampleSessionReminder] });

/** The emails that an address gets about one webinar. */
const ReminderEmails = Model('ReminderEmails', {
  name: TextOrNull('The name of the webinar; null: its people were deleted since.'),
  email: TextOrNull('The address, abbreviated; null: it was deleted since.'),
  isStopped: Flag('Was the address unsubscribed? No email about this webinar goes to it then.'),
});
giveExample(ReminderEmails, {
  name: 'How to prepare for the exam',
  email: 'a•••@example.org',
  isStopped: true,
});

/** Emails before the sessions of a webinar. */
export const reminderRoutes = {
  getReminders: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/reminders',
    permission: ofViewer,
    summary: 'Read whether reminders can be requested, and which ones are',
    source: 'decisions 9',
    answer: Reminders,
  }),
  requestReminders: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/reminders',
    permission: ofViewer,
    summary: 'Request emails before a session, to the address of the entry form',
    source: 'decisions 9',
    body: Type.Object({
      sessionId: Type.Unsafe<string>({ ...Id, description: 'The session, which has not begun.' }),
      kinds: Type.Optional(
        Type.Unsafe<ReminderKind[]>({
          ...Kinds('Which emails, in place of those requested before. Default: all that lie ahead.'),
          minItems: 1,
          uniqueItems: true,
        }),
      ),
      language: Type.Optional(
        Type.Unsafe<Language>({ ...OneOf(...languages), description: 'Of the emails. Default en.' }),
      ),
      timezone: Type.Optional(
        Type.Unsafe<string>({
          ...TimeZone,
          description: 'In which the emails state the start. Default: that of the event.',
        }),
      ),
    }),
    status: 201,
    answer: SessionReminder,
    errors: [...reminderObstacles, 'session_not_upcoming'],
    example: {
      body: {
        sessionId: ids.playbackSession,
        kinds: ['dayBefore', 'hourBefore', 'start'],
        language: 'en',
        timezone: 'Europe/London',
      },
    },
  }),
  cancelReminders: route({
    path: 'DELETE /v1/spaces/:spaceId/playbacks/:playbackId/reminders/:playbackEventSessionId',
    permission: ofViewer,
    summary: 'Turn the emails before a session off',
    source: 'decisions 9',
  }),
  getReminderEmails: route({
    path: 'GET /v1/reminders/:reminderToken',
    permission: forAnybody,
    summary: 'Read what a link in an email unsubscribes from',
    source: 'decisions 9',
    answer: ReminderEmails,
  }),
  stopReminderEmails: route({
    path: 'POST /v1/reminders/:reminderToken/stop',
    permission: forAnybody,
    summary: 'Unsubscribe the address of an email from the webinar',
    source: 'decisions 9',
    answer: ReminderEmails,
  }),
  resumeReminderEmails: route({
    path: 'POST /v1/reminders/:reminderToken/resume',
    permission: forAnybody,
    summary: 'Subscribe the address again; the reminders that were requested and lie ahead are sent',
    source: 'decisions 9',
    answer: ReminderEmails,
  }),
};
