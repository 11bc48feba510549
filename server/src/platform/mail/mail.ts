import { setTimeout as pause } from 'node:timers/promises';
import { needsSmtpUtf8 } from '../../../../contract/email.ts';
import type { Logger } from '../logging/log.ts';

/** An email to one person. `text` and `html` have the same content. */
export interface OutgoingEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Made of the occasion, so that mail programs recognize an email that was sent twice. By default a random one. */
  messageId?: string;
  headers?: Record<string, string>;
  /** A calendar file, which mail programs show as an event. */
  icalEvent?: { method: 'PUBLISH' | 'CANCEL'; filename: string; content: string };
}

export type Mailer = ReturnType<typeof createMailer>;

export interface MailSettings {
  /** `smtp://` or `smtps://`, with the credentials. */
  url: URL;
  from: string;
  log: Logger;
}

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const stopWithinMs = 5000;
export const timings = {
  /** Time in ms before the second try. */
  pauseMs: 5000,
};

/** The loggable part of a failure. Its message is left out, since servers repeat addresses and names in it. */
export const mailFailureOf = (error: unknown): object => {
  const { code, responseCode, command, needs } = error as Record<string, unknown>;
  return { code, responseCode, command, needs };
};

async function openTransport({ url, from }: Pick<MailSettings, 'url' | 'from'>) {
  // Loaded here, because a server without mail starts sooner.
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      secure: url.protocol === 'smtps:',
      ...(url.username !== '' && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      ...patience,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Tells automatic responders not to answer.
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
}

export function createMailer({ url, from, log }: MailSettings) {
  const transport = openTransport({ url, from });
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** Ends early when the mailer stops. */
  const rest = () =>
    pause(timings.pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);

  /** Resolves once the mail server accepted the email. @throws the failure */
  async function deliver(email: OutgoingEmail): Promise<void> {
    // As an object, so that an address with a comma is one address, not a list.
    const sending = (await transport).sendMail({ ...email, to: { name: '', address: email.to } });
    await sending.catch((error: unknown) => {
      // A mail server without this extension refuses the address; the log says so.
      if (error instanceof Error && needsSmtpUtf8(email.to)) Object.assign(error, { needs: 'SMTPUTF8' });
      throw error;
    });
  }

  async function deliverOrLog(email: OutgoingEmail): Promise<void> {
    try {
      await deliver(email);
    } catch (first) {
      log.warn({ reason: mailFailureOf(first) }, 'could not send an email; retrying once');
      await rest();
      try {
        await deliver(email);
      } catch (error) {
        log.error({ reason: mailFailureOf(error) }, 'could not send an email');
      }
    }
  }

  return {
    /** Sends in the background. After a failure it tries once more, then logs the failure. */
    send: (email: OutgoingEmail): void => {
      const sending = deliverOrLog(email).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    deliver,
    /** Waits up to 5 s for emails in progress. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.race([Promise.all(underWay), pause(stopWithinMs, undefined, { ref: false })]);
      (await transport).close();
    },
  };
}
