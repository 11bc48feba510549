import { connectionFault } from '../unreachable.ts';

interface MailFailure {
  code?: string;
  responseCode?: number;
  command?: string;
  /** The words of the mail server. */
  response?: string;
  needs?: string;
}

/** The mail server knows that there is no such mailbox, so that another attempt changes nothing. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as MailFailure;
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}

const faultsOfCommands: Record<string, string> = {
  'MAIL FROM': 'it refuses the sender, LECTERN_MAIL_FROM',
  'RCPT TO': 'it refuses the recipient',
  DATA: 'it refuses the email',
};

const faultsOfCodes: Record<string, string> = {
  EAUTH: 'it refuses the name or the password of SMTP_URL',
  ETLS: 'it does not speak TLS as SMTP_URL says: smtps is TLS from the beginning, smtp switches to it',
  EPROTOCOL: 'it does not speak SMTP',
  ECONNECTION: 'it closed the connection',
};

/** Whether the failure concerns one email, and not the mail server. */
export const isOfOneEmail = (error: unknown): boolean =>
  Object.hasOwn(faultsOfCommands, (error as MailFailure).command ?? '');

/** Why the mail server did not take an email, in our words. */
export function mailFaultOf(error: unknown): string {
  const { code = '', command = '' } = error as MailFailure;
  return connectionFault(error) ?? faultsOfCommands[command] ?? faultsOfCodes[code] ?? `it failed (${code})`;
}

/** The loggable part of a failure. Its message is left out, since servers repeat addresses and names in it. */
export const mailFailureOf = (error: unknown): object => {
  const { code, responseCode, command, needs } = error as MailFailure;
  return { code, responseCode, command, needs, cause: mailFaultOf(error) };
};

const longestResponse = 300;

/** The same with what the server said, for the operator who asked. */
export function mailFaultInFull(error: unknown): string {
  const said = String((error as MailFailure).response ?? '').replace(/\p{Cc}+/gu, ' ');
  return `${mailFaultOf(error)}${said ? `; it said: ${said.slice(0, longestResponse)}` : ''}`;
}
