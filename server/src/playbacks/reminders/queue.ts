import { now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { queueEmails } from '../../platform/mail/outbox.ts';
import { lastTimeOf, type RemindedSession, type ReminderStep, stepOf } from './due.ts';
import { type DueRow, lockDueReminders, nextReminderAt, saveSteps } from './reminders.store.ts';

/** Times that tests shorten. */
export const timings = { everyMs: seconds(5) };

/** Reminders in one transaction. */
const atOnce = 200;

const sessionOf = ({ sessionStart, sessionEnd, isCancelled }: DueRow): RemindedSession | undefined =>
  sessionStart === null ? undefined : { startDate: sessionStart, endDate: sessionEnd, isCancelled };

type Stepped = { row: DueRow; step: ReminderStep };

/** One email for each address, session and occasion, although the person may have entered in two browsers. */
function emailsOf(stepped: Stepped[]): Stepped[] {
  const kept = new Map<string, Stepped>();
  for (const one of stepped) {
    const { row, step } = one;
    const isSent = step.email && row.isAdmitted && row.stoppedAt === null && row.kinds.length > 0;
    const key = JSON.stringify([row.sessionId, row.email.toLowerCase(), step.email]);
    if (isSent && !kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()];
}

async function queueEmail(trx: Db, { row, step: { email, ...step } }: Stepped): Promise<void> {
  if (!email) return;
  const session = { startDate: step.startDate, endDate: row.sessionEnd };
  const about = { roomId: row.playbackId, reminderId: row.id, occasion: email };
  const id = `reminder.${row.id}.${email}.${step.sequence}`;
  await queueEmails(trx, [{ id, kind: 'reminder', ...about }], lastTimeOf(email, session));
}

/**
 * Queues the emails of the next reminders that are due. The state of a reminder changes in the transaction that queues
 * its email, so that each email is queued once (docs/decisions/0060).
 * @returns whether there may be more
 */
async function queueBatch(trx: Db, at: Date): Promise<boolean> {
  const rows = await lockDueReminders(trx, at, atOnce);
  const stepped = rows.map((row) => ({ row, step: stepOf(row, sessionOf(row), at) }));
  await saveSteps(
    trx,
    stepped.map(({ row, step }) => ({ id: row.id, ...step })),
  );
  for (const one of emailsOf(stepped)) await queueEmail(trx, one);
  return rows.length === atOnce;
}

/** Queues the emails of all reminders that are due. */
export async function queueDueReminders(db: Db, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await inTransaction(db, (trx) => queueBatch(trx, now()));
}

export const queueRemindersJob = ({ db }: { db: Db }): JobDefinition => ({
  everyMs: timings.everyMs,
  run: async (stop) => {
    await queueDueReminders(db, stop);
    const next = await nextReminderAt(db);
    return next ? Math.min(timings.everyMs, Math.max(1, next.getTime() - now().getTime())) : undefined;
  },
});
