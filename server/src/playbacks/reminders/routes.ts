import type { FastifyInstance } from 'fastify';
import { pages } from '../../../../contract/pages.ts';
import { now } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { viewerInPath } from '../watching/access.ts';
import { cancelReminders, readReminders, requestReminders } from './request.ts';
import { changeReminderEmails, readReminderEmails, reminderIdIn } from './stop.ts';

export interface ReminderParts {
  keyring: Keyring;
  /** Does the installation send email? */
  sendsMail: boolean;
}

export const reminderEndpoints = ({ keyring, sendsMail }: ReminderParts): Endpoint[] => {
  const reminderInPath = async ({ params }: { params: { reminderToken: string } }) =>
    reminderIdIn(keyring, params.reminderToken);
  return [
    endpoint('getReminders', {
      access: viewerInPath,
      handle: ({ db, access }) => readReminders(db, { access, sendsMail }),
    }),
    endpoint('requestReminders', {
      access: viewerInPath,
      handle: ({ db, access, body }) => requestReminders(db, { access, sendsMail, body }),
    }),
    endpoint('cancelReminders', {
      access: viewerInPath,
      handle: ({ db, access: { participant }, params: { playbackEventSessionId: sessionId } }) =>
        cancelReminders(db, { participantId: participant.id, sessionId }),
    }),
    endpoint('getReminderEmails', {
      access: reminderInPath,
      handle: ({ db, access }) => readReminderEmails(db, access),
    }),
    endpoint('stopReminderEmails', {
      access: reminderInPath,
      handle: ({ db, access }) => changeReminderEmails(db, access, now()),
    }),
    endpoint('resumeReminderEmails', {
      access: reminderInPath,
      handle: ({ db, access }) => changeReminderEmails(db, access, null),
    }),
  ];
};

/** The body says `List-Unsubscribe=One-Click` in one of two encodings. */
const largestBody = 10_000;

/**
 * Unsubscribes at once by a POST to the address in `List-Unsubscribe` (RFC 8058), which mail programs send without a
 * credential. A GET of the same address shows a page that asks.
 */
export async function registerOneClick(
  app: FastifyInstance,
  { db, keyring }: { db: Db; keyring: Keyring },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    scope.post<{ Params: { reminderToken: string } }>(
      pages.reminders,
      { bodyLimit: largestBody },
      async ({ params }, reply) => {
        await changeReminderEmails(db, reminderIdIn(keyring, params.reminderToken), now());
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n');
      },
    );
  });
}
