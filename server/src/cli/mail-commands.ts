import { readEmail } from '../../../contract/email.ts';
import { Unstartable } from '../platform/errors.ts';
import { mailFaultInFull } from '../platform/mail/faults.ts';
import { asHtml } from '../platform/mail/layout.ts';
import { createMailer, type OutgoingEmail } from '../platform/mail/mail.ts';
import type { Command, CommandInput, CommandOutput } from './command.ts';
import { type Installation, log } from './database.ts';

function testEmail(to: string, origin: string): OutgoingEmail {
  const text = `This is a test. Lectern at ${origin} can send emails to this address.`;
  return { to, subject: 'Test email from Lectern', text: `${text}\n`, html: `<p>${asHtml(text)}</p>` };
}

async function sendTest({ config }: Installation, { operand }: CommandInput): Promise<CommandOutput> {
  const to = readEmail(operand);
  if (to === undefined) throw new Unstartable(`${operand} is not an email address.`);
  const { SMTP_URL: url, LECTERN_MAIL_FROM: from } = config;
  if (!url || !from) {
    throw new Unstartable('This installation sends no emails: SMTP_URL and LECTERN_MAIL_FROM are not set.');
  }
  const mailer = createMailer({ url, from, log });
  try {
    await mailer.deliver(testEmail(to, config.LECTERN_URL.origin));
  } catch (error) {
    throw new Unstartable(`The mail server ${url.host} did not accept the email: ${mailFaultInFull(error)}.`);
  } finally {
    await mailer.stop();
  }
  return {
    json: { to, server: url.host, isAccepted: true },
    note: `The mail server ${url.host} accepted the email to ${to}. If it does not arrive, look among the spam, and check the SPF and DKIM entries of the domain in LECTERN_MAIL_FROM.`,
  };
}

export const mailCommands: Record<string, Command> = {
  'mail test': {
    operand: 'ADDRESS',
    summary: 'send a test email to that address by the mail server of SMTP_URL, and say why it is refused',
    run: sendTest,
  },
};
