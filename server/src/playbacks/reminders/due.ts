import {
  kindsAhead,
  type ReminderKind,
  reminderKinds,
  reminderLead,
} from '../../../../contract/reminders.ts';
import { after, seconds } from '../../platform/clock.ts';

/** The reason for an email about a reminder. */
export type ReminderOccasion = ReminderKind | 'requested' | 'moved' | 'cancelled';

const hour = seconds(3600);
const timeOf = (kind: ReminderKind, startDate: Date): Date => after(-reminderLead[kind], startDate);

/** The session of a reminder, as its row states it now. */
export interface RemindedSession {
  startDate: Date;
  /** Null: not known yet. */
  endDate: Date | null;
  /** Was it cancelled before it began? */
  isCancelled: boolean;
}

/** After this time the email only surprises. */
export function lastTimeOf(
  occasion: ReminderOccasion,
  { startDate, endDate }: Omit<RemindedSession, 'isCancelled'>,
) {
  if (occasion === 'dayBefore') return after(-hour, startDate);
  if (occasion === 'start') return endDate ?? after(hour, startDate);
  return startDate;
}

/** When the next of these emails is due; null: none is left. */
export function nextDueAt(kinds: readonly ReminderKind[], startDate: Date, at: Date): Date | null {
  const next = kindsAhead(startDate.getTime(), at.getTime()).find((kind) => kinds.includes(kind));
  return next ? timeOf(next, startDate) : null;
}

export interface DueReminder {
  kinds: ReminderKind[];
  /** The start that the latest email stated. */
  startDate: Date;
  sequence: number;
  dueAt: Date;
}

/** The next state of a reminder, and the email that goes out with it. */
export interface ReminderStep {
  email?: ReminderOccasion;
  startDate: Date;
  sequence: number;
  dueAt: Date | null;
}

/** The start of the session was changed: its reminders move too. */
function moveStep({ kinds, sequence }: DueReminder, session: RemindedSession, at: Date): ReminderStep {
  const { startDate } = session;
  const state = { startDate, sequence: sequence + 1, dueAt: nextDueAt(kinds, startDate, at) };
  if (startDate > at) return { ...state, email: 'moved' };
  const isOver = at >= lastTimeOf('start', session);
  return kinds.includes('start') && !isOver ? { ...state, email: 'start' } : state;
}

/** The latest of the wanted emails whose time has come, unless it only surprises by now. */
function remindStep(
  { kinds, sequence, dueAt }: DueReminder,
  session: RemindedSession,
  at: Date,
): ReminderStep {
  const { startDate } = session;
  const due = reminderKinds.filter((kind) => {
    const time = timeOf(kind, startDate);
    return kinds.includes(kind) && time >= dueAt && time <= at;
  });
  const kind = due.at(-1);
  const state = { startDate, sequence, dueAt: nextDueAt(kinds, startDate, at) };
  return kind && at < lastTimeOf(kind, session) ? { ...state, email: kind } : state;
}

/** Decides what a reminder does whose time has come, or whose session was changed. */
export function stepOf(reminder: DueReminder, session: RemindedSession | undefined, at: Date): ReminderStep {
  const { startDate, sequence } = reminder;
  if (!session || session.isCancelled) {
    const state = { startDate, sequence: sequence + 1, dueAt: null };
    return startDate > at ? { ...state, email: 'cancelled' } : state;
  }
  const isMoved = session.startDate.getTime() !== startDate.getTime();
  return isMoved ? moveStep(reminder, session, at) : remindStep(reminder, session, at);
}
