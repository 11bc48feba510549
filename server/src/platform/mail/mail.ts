import { setTimeout as pause } from 'node:timers/promises';
import { needsSmtpUtf8 } from '../../../../contract/email.ts';
import { now } from '../clock.ts';
import type { Logger } from '../logging/log.ts';
import { isRefusedForGood, mailFailureOf } from './faults.ts';
import { MailServerState } from './server-state.ts';

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
  icalEvent?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; filename: string; content: string };
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
  /**
   * Times in ms before the second and each further try. Servers that greylist take an email of an unknown sender a few
   * minutes after its first try (docs/decisions/0185).
   */
  pausesMs: [5_000, 60_000, 240_000, 300_000, 300_000],
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
  const server = new MailServerState(async () => (await transport).verify());

  /** Ends early when the mailer stops. */
  const rest = (ms: number) =>
    pause(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);

  /** Resolves once the mail server accepted the email. @throws the failure */
  async function deliver(email: OutgoingEmail): Promise<void> {
    // As an object, so that an address with a comma is one address, not a list.
    const sending = (await transport).sendMail({ ...email, to: { name: '', address: email.to } });
    await sending.catch((error: unknown) => {
      server.note(error);
      // A mail server without this extension refuses the address; the log says so.
      if (error instanceof Error && needsSmtpUtf8(email.to)) Object.assign(error, { needs: 'SMTPUTF8' });
      throw error;
    });
    server.note(undefined);
  }

  /** @returns the failure, if the mail server did not accept the email */
  const tryToDeliver = (email: OutgoingEmail): Promise<unknown> =>
    deliver(email).then(
      () => undefined,
      (error: unknown) => error ?? new Error('unknown'),
    );

  async function deliverOrLog(email: OutgoingEmail, until: Date | undefined): Promise<void> {
    let failure = await tryToDeliver(email);
    for (const pauseMs of timings.pausesMs) {
      if (failure === undefined || stopping.signal.aborted || isRefusedForGood(failure)) break;
      if (until && now().getTime() + pauseMs >= until.getTime()) break;
      log.warn({ reason: mailFailureOf(failure), pauseMs }, 'could not send an email; retrying');
      await rest(pauseMs);
      failure = await tryToDeliver(email);
    }
    if (failure !== undefined) log.error({ reason: mailFailureOf(failure) }, 'could not send an email');
  }

  return {
    /**
     * Sends in the background. After a failure it tries again for a quarter of an hour, at most until `until`, then
     * logs the failure.
     */
    send: (email: OutgoingEmail, until?: Date): void => {
      const sending = deliverOrLog(email, until).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    deliver,
    /** Signs in at the mail server without sending anything. @throws the failure */
    check: () => server.check(),
    /** Rejects if the mail server does not work, as far as is known. */
    health: () => server.health(),
    /** Tries once more to send the emails that wait, for up to 5 s. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.race([Promise.all(underWay), pause(stopWithinMs, undefined, { ref: false })]);
      (await transport).close();
    },
  };
}
