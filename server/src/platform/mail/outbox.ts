import { abortOnSignal } from '../concurrency/abort-on-signal.ts';
import { withDeadline } from '../concurrency/deadline.ts';
import { type Db, isDatabaseAway } from '../db/db.ts';
import type { JobDefinition } from '../jobs/jobs.ts';
import type { Logger } from '../logging/log.ts';
import { Outage } from '../logging/outage.ts';
import { isRefusedForGood, mailFailureOf } from './faults.ts';
import type { Mailer, OutgoingEmail } from './mail.ts';
import {
  claimQueuedEmails,
  deleteExpiredEmails,
  deleteQueuedEmail,
  type EmailKind,
  type QueuedEmail,
} from './outbox.store.ts';

export { type EmailKind, insertQueuedEmails as queueEmails, type QueuedEmail } from './outbox.store.ts';

/** Writes the content of an email with what is true at this moment, or says why it is not sent. */
export type EmailWriter = (
  db: Db,
  email: QueuedEmail,
) => Promise<Omit<OutgoingEmail, 'messageId'> | { droppedBecause: string }>;

export interface OutboxParts {
  db: Db;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  mailer: Pick<Mailer, 'deliver'>;
  /** The host in Message-ID. */
  host: string;
  /** A node ignores the kinds that it has no writer for. */
  writers: Partial<Record<EmailKind, EmailWriter>>;
}

export const timings = {
  /** How soon an email is sent after the commit that queued it. */
  everyMs: 10_000,
  /** Longer than one attempt takes, since the next one may be made by another node. */
  pauseMs: 120_000,
  longestPauseMs: 3_600_000,
  attemptMs: 90_000,
  /** How long a stop waits for emails in progress, which otherwise are sent once more. */
  stopMs: 1_500,
};

/** Connections to the mail server at once. */
const atOnce = 4;

/** @returns a function that sends what is due, until nothing is left or the mail server fails */
function createOutbox({ db, log, mailer, host, writers }: OutboxParts): (stop: AbortSignal) => Promise<void> {
  const outage = new Outage(log, {
    away: 'emails wait in the database: the mail server of SMTP_URL does not take them; retrying for a day',
    back: 'the mail server takes emails again',
  });

  /** @returns false if the mail server failed; the claim set the time of the next attempt */
  async function attempt(email: QueuedEmail): Promise<boolean> {
    const about = { emailId: email.id, attempts: email.attempts };
    const written = await writers[email.kind]?.(db, email).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      log.error({ ...about, err: error }, 'could not write an email; retrying');
      return undefined;
    });
    if (!written) return true;
    if ('droppedBecause' in written) {
      log.info({ ...about, reason: written.droppedBecause }, 'dropped an email');
      await deleteQueuedEmail(db, email.id);
      return true;
    }
    try {
      const sending = mailer.deliver({ ...written, messageId: `<${email.id}@${host}>` });
      await withDeadline(sending, timings.attemptMs, 'sending an email');
    } catch (error) {
      if (!isRefusedForGood(error)) {
        outage.away(JSON.stringify(mailFailureOf(error)));
        return false;
      }
      log.error({ ...about, reason: mailFailureOf(error) }, 'the mail server refused an email; not retrying');
    }
    outage.back();
    await deleteQueuedEmail(db, email.id);
    return true;
  }

  return async (stop) => {
    for (const email of await deleteExpiredEmails(db)) {
      log.error({ emailId: email.id, attempts: email.attempts }, 'gave up on an email: its time is over');
    }
    const kinds = Object.keys(writers) as EmailKind[];
    const { pauseMs, longestPauseMs } = timings;
    let isDone = false;
    while (!isDone && !stop.aborted) {
      const claimed = await claimQueuedEmails(db, { kinds, limit: atOnce, pauseMs, longestPauseMs });
      const accepted = await Promise.all(claimed.map(attempt));
      isDone = claimed.length < atOnce || accepted.includes(false);
    }
  };
}

/**
 * Sends queued emails. All nodes do it at once: each claims its emails row by row. A stop does not wait for a mail
 * server that hangs: what was not accepted is sent by the next start or another node.
 */
export function sendEmailsJob(parts: OutboxParts): JobDefinition {
  const send = createOutbox(parts);
  return {
    everyMs: timings.everyMs,
    run: async (stop) => {
      const run = send(stop);
      try {
        await abortOnSignal(run, stop);
      } catch (error) {
        if (!stop.aborted) throw error;
        await withDeadline(run, timings.stopMs, 'the end of emails in progress').catch(() => undefined);
      }
    },
  };
}
