import { createTransport } from 'nodemailer';
import type { Logger } from './log.ts';

/** What is written to one person. Both forms say the same. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Sends the email beside the request; a failure is tried once more, and then logged. */
  send(email: Email): void;
  /** Waits for what is on its way, for some seconds at most. */
  stop(): Promise<void>;
}

export interface MailSettings {
  /** `smtp://` or `smtps://`, with the credentials in it. */
  url: URL;
  from: string;
  log: Logger;
}

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const stopWithinMs = 5000;
export const waits = {
  /** Before the one more try. */
  pauseMs: 5000,
};

/** What may be logged of a failure: not its words, in which a server repeats addresses and names. */
const reasonOf = (error: unknown): object => {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return { code, responseCode, command };
};

export function createMailer({ url, from, log }: MailSettings): Mailer {
  const transport = createTransport(
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
    // No machine answers these.
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  let hurry: () => void = () => undefined;
  const hurried = new Promise<void>((resolve) => {
    hurry = resolve;
  });

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms).unref();
    });

  async function deliver(email: Email): Promise<void> {
    // As an object: an address with a comma in it is one address, and no list.
    const message = { ...email, to: { name: '', address: email.to } };
    try {
      await transport.sendMail(message);
    } catch (first) {
      log.warn({ reason: reasonOf(first) }, 'an email could not be sent; it is tried once more');
      if (!isStopping) await Promise.race([pause(waits.pauseMs), hurried]);
      try {
        await transport.sendMail(message);
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'an email could not be sent');
      }
    }
  }

  return {
    send: (email) => {
      const sending = deliver(email).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    stop: async () => {
      isStopping = true;
      hurry();
      await Promise.race([Promise.all(underWay), pause(stopWithinMs)]);
      transport.close();
    },
  };
}
