import { Type } from 'typebox';
import { ids, student } from '../examples/ids.ts';
import { type Language, languages } from '../languages.ts';
import { About, Model, Sample } from '../model.ts';
import { forAnybody, ofViewer } from '../permissions/permission.ts';
import { type ReminderKind, reminderKinds } from '../reminders.ts';
import { route, section } from '../route.ts';
import { Flag, Id, Nullable, OneOf, Text, TextOrNull, Timestamp, TimeZone } from '../shared.ts';

const Kinds = (description: string) =>
  Type.Array(Type.Unsafe<ReminderKind>(OneOf(...reminderKinds)), { maxItems: 3, description });

/** The emails that a viewer requested before one session. */
const SessionReminder = Model('SessionReminder', {
  sessionId: About(Id, 'The session.', ids.playbackSession),
  startDate: About(Timestamp, 'When it starts.', '2026-03-23T18:00:00.000Z'),
  email: Text('The address that gets them.', student.email),
  kinds: Sample(Kinds('The emails: dayBefore, hourBefore, start.'), ['dayBefore', 'hourBefore', 'start']),
});

/** Why a viewer cannot request reminders. */
export const reminderObstacles = ['mail_off', 'email_missing', 'reminders_stopped'] as const;

export const Reminders = Model('Reminders', {
  obstacle: Nullable(
    OneOf(...reminderObstacles),
    'Why reminders cannot be requested: the code of the refusal; null: they can.',
    null,
  ),
  email: TextOrNull('The address of the entry form, to which they are sent; null: none.', student.email),
  items: Type.Array(SessionReminder, { description: 'The sessions to come for which they were requested.' }),
});

/** The emails that an address gets about one webinar. */
const ReminderEmails = Model('ReminderEmails', {
  name: TextOrNull(
    'The name of the webinar; null: its people were deleted since.',
    'How to prepare for the exam',
  ),
  email: TextOrNull('The address, abbreviated; null: it was deleted since.', 'a•••@example.org'),
  isStopped: Flag('Was the address unsubscribed? No email about this webinar goes to it then.', true),
});

/** Emails before the sessions of a webinar. */
export const reminderRoutes = section('Watching', 'decisions 9', {
  getReminders: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/reminders',
    permission: ofViewer,
    summary: 'Read whether reminders can be requested, and which ones are',
    answer: Reminders,
  }),
  requestReminders: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/reminders',
    permission: ofViewer,
    summary: 'Request emails before a session, to the address of the entry form',
    body: Type.Object({
      sessionId: Type.Unsafe<string>({
        ...Id,
        description: 'The session, which has not begun.',
        sample: ids.playbackSession,
      }),
      kinds: Type.Optional(
        Type.Unsafe<ReminderKind[]>({
          ...Kinds('Which emails, in place of those requested before. Default: all that lie ahead.'),
          minItems: 1,
          sample: ['dayBefore', 'hourBefore', 'start'],
        }),
      ),
      language: Type.Optional(About(OneOf<Language>(...languages), 'Of the emails. Default en.', 'en')),
      timezone: Type.Optional(
        Type.Unsafe<string>({
          ...TimeZone,
          description: 'In which the emails state the start. Default: that of the event.',
          sample: 'Europe/London',
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
  }),
  getReminderEmails: route({
    path: 'GET /v1/reminders/:reminderToken',
    permission: forAnybody,
    summary: 'Read what a link in an email unsubscribes from',
    answer: ReminderEmails,
  }),
  stopReminderEmails: route({
    path: 'POST /v1/reminders/:reminderToken/stop',
    permission: forAnybody,
    summary: 'Unsubscribe the address of an email from the webinar',
    answer: ReminderEmails,
  }),
  resumeReminderEmails: route({
    path: 'POST /v1/reminders/:reminderToken/resume',
    permission: forAnybody,
    summary: 'Subscribe the address again; the reminders that were requested and lie ahead are sent',
    answer: ReminderEmails,
  }),
});
