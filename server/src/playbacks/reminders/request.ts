import { kindsAhead, type ReminderKind } from '../../../../contract/reminders.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { after, now, seconds, timestamp } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { queueEmails } from '../../platform/mail/outbox.ts';
import { type PlaybackSession, sessionById, sessionStateAt } from '../events/sessions.store.ts';
import type { ViewerAccess } from '../watching/access.ts';
import { lastTimeOf, nextDueAt } from './due.ts';
import {
  countRecentRequests,
  emailOfParticipant,
  insertReminder,
  isAddressStopped,
  lockAddress,
  type Reminder,
  remindersOf,
  turnOffReminders,
  updateReminder,
} from './reminders.store.ts';

/**
 * How many reminders may be created: for an address in 24 hours, in a webinar in an hour, by a participant in 24
 * hours. Each sends one email at once, to an address that nobody has confirmed.
 */
export const reminderLimits = { ofAddress: 10, ofPlayback: 5000, ofParticipant: 20 };

interface Requesting {
  access: ViewerAccess;
  /** Does the installation send email? */
  sendsMail: boolean;
}

/** The obstacle to a request of this participant, if any, and their address. */
async function obstacleOf(
  db: Db,
  { access: { participant, room }, sendsMail }: Requesting,
): Promise<Pick<Answer<'getReminders'>, 'obstacle' | 'email'>> {
  const email = await emailOfParticipant(db, participant.id);
  if (!sendsMail) return { obstacle: 'mail_off', email };
  if (email === null) return { obstacle: 'email_missing', email };
  const isStopped = await isAddressStopped(db, { playbackId: room.id, email });
  return { obstacle: isStopped ? 'reminders_stopped' : null, email };
}

const present = ({ sessionId, startDate, email, kinds }: Reminder): Answer<'requestReminders'> => ({
  sessionId,
  startDate: timestamp(startDate),
  email,
  kinds,
});

export async function readReminders(db: Db, reading: Requesting): Promise<Answer<'getReminders'>> {
  const at = now();
  const own = await remindersOf(db, { participantId: reading.access.participant.id });
  const items = own.filter(
    ({ kinds, startDate, stoppedAt }) => kinds.length > 0 && startDate > at && stoppedAt === null,
  );
  return { ...(await obstacleOf(db, reading)), items: items.map(present) };
}

/** Finds the session to come that the request names. */
async function upcomingSession(db: Db, { room, playback }: ViewerAccess, sessionId: string) {
  const session = await sessionById(db, sessionId);
  const takesPlace = playback.readiness === 'ready' || playback.readiness === 'preparing';
  const isFound = session?.playbackId === room.id && !session.isPermanent && takesPlace;
  if (!isFound || sessionStateAt(session, now()) !== 'upcoming') return refuse('session_not_upcoming');
  return session;
}

/** The emails that the request names; all that lie ahead if it names none. */
function wantedKinds({ startDate }: PlaybackSession, kinds: ReminderKind[] | undefined): ReminderKind[] {
  const ahead = kindsAhead(startDate.getTime(), now().getTime());
  const wanted = kinds ? ahead.filter((kind) => kinds.includes(kind)) : ahead;
  if (wanted.length > 0) return wanted;
  return refuseField('kinds', 'names no email whose time lies ahead');
}

async function refuseTooMany(trx: Db, of: Pick<Reminder, 'email' | 'playbackId' | 'participantId'>) {
  const since = { day: after(-seconds(86_400)), hour: after(-seconds(3600)) };
  const recent = await countRecentRequests(trx, of, since);
  const isTooMany = Object.entries(reminderLimits).some(
    ([name, most]) => recent[name as keyof typeof recent] >= most,
  );
  if (isTooMany) throw new Refusal('rate_limited', { retryAfter: 3600 });
}

/** Stores a reminder and queues the email that confirms it. */
async function addReminder(trx: Db, reminder: Reminder, session: PlaybackSession): Promise<void> {
  await refuseTooMany(trx, reminder);
  await insertReminder(trx, reminder);
  const { id: reminderId, playbackId: roomId } = reminder;
  const about = { roomId, reminderId, occasion: 'requested' } as const;
  const email = { id: `reminder.${reminderId}.requested.0`, kind: 'reminder', ...about } as const;
  await queueEmails(trx, [email], lastTimeOf('requested', session));
}

/** Requests emails before a session, in place of those that the participant requested for it before. */
export async function requestReminders(
  db: Db,
  requesting: Requesting & { body: Body<'requestReminders'> },
): Promise<Answer<'requestReminders'>> {
  const { access, body } = requesting;
  const { sessionId, language = 'en' } = body;
  const { obstacle, email } = await obstacleOf(db, requesting);
  if (obstacle !== null || email === null) return refuse(obstacle ?? 'email_missing');
  const session = await upcomingSession(db, access, sessionId);
  const kinds = wantedKinds(session, body.kinds);
  const of = { playbackId: access.room.id, participantId: access.participant.id, sessionId, email };
  const wanted = { kinds, language, timezone: body.timezone ?? session.timezone };
  return inTransaction(db, async (trx) => {
    await lockAddress(trx, email);
    await turnOffReminders(trx, { ...of, except: email });
    const own = await remindersOf(trx, of);
    const before = own.find((one) => one.email.toLowerCase() === email.toLowerCase());
    const { startDate } = before ?? session;
    const isMoved = startDate.getTime() !== session.startDate.getTime();
    const dueAt = isMoved ? now() : nextDueAt(kinds, startDate, now());
    if (before) {
      await updateReminder(trx, before.id, { ...wanted, dueAt });
      return present({ ...before, ...wanted, dueAt });
    }
    const reminder = {
      ...of,
      ...wanted,
      ...{ id: newId(), startDate, sequence: 0, dueAt, stoppedAt: null, createdAt: now() },
    };
    await addReminder(trx, reminder, session);
    return present(reminder);
  });
}

/** Turns the participant's emails before a session off. */
export async function cancelReminders(
  db: Db,
  of: { participantId: string; sessionId: string },
): Promise<void> {
  const own = await remindersOf(db, of);
  if (own.length === 0) refuse('not_found');
  await turnOffReminders(db, of);
}
