import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from '../wait.ts';
import type { KeyAndCert } from './self-signed.ts';

/** An email as it arrived, decoded. */
export interface ReceivedEmail {
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The calendar file; empty if there is none. */
  calendar: string;
  /** The bytes of the whole email. */
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  emails: ReceivedEmail[];
  /** Addresses without a mailbox. */
  unknown: Set<string>;
  /** Addresses that are refused at the first try, as a server that greylists does. */
  greylisted: Set<string>;
  /** Waits for the next email to this address; each is returned once. */
  take(email: string): Promise<ReceivedEmail>;
  close(): Promise<void>;
}

const decodeWords = (text: string): string =>
  text.replace(/=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi, (_, kind: string, body: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(body, 'base64').toString('utf8')
      : decodeQuotedPrintable(body.replaceAll('_', ' ')),
  );

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function split(part: string): { headers: Record<string, string>; body: string } {
  const end = part.search(/\r?\n\r?\n/);
  const head = part.slice(0, end).replace(/\r?\n[ \t]+/g, ' ');
  const headers: Record<string, string> = {};
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim());
  }
  return { headers, body: part.slice(end).replace(/^\r?\n\r?\n/, '') };
}

function decoded({ headers, body }: ReturnType<typeof split>): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body;
}

/** The parts of an email, also those of a part that has parts of its own. */
function partsOf(whole: ReturnType<typeof split>): ReturnType<typeof split>[] {
  const boundary = /boundary="?([^";]+)"?/.exec(whole.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return [whole];
  const parts = whole.body.split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((part) => partsOf(split(part.replace(/^\r?\n/, '').replace(/\r?\n$/, ''))));
}

function read(raw: string, to: string[]): ReceivedEmail {
  const whole = split(raw);
  const parts = partsOf(whole);
  const of = (type: string) => {
    const found = parts.find(({ headers }) => headers['content-type']?.startsWith(type));
    return found ? decoded(found) : '';
  };
  const [text, html, calendar] = [of('text/plain'), of('text/html'), of('text/calendar')];
  return { to, headers: whole.headers, raw, text, html, calendar };
}

const account = { user: 'post master', pass: 'p@ss/word' };

/**
 * A real mail server that requires a user name and a password, and stores what arrives.
 * @param certificate of a server that takes TLS connections only
 */
export async function startMailServer(port = 0, certificate?: KeyAndCert): Promise<MailServer> {
  const emails: ReceivedEmail[] = [];
  const unknown = new Set<string>();
  const greylisted = new Set<string>();
  const taken = new Set<ReceivedEmail>();
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    ...(certificate && { secure: true, ...certificate }),
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (given, _session, done) =>
      given.username === account.user && given.password === account.pass
        ? done(null, { user: account.user })
        : done(new Error('wrong user name or password')),
    onRcptTo: ({ address }, _session, done) =>
      done(
        greylisted.delete(address)
          ? Object.assign(new Error('greylisted, try again later'), { responseCode: 451 })
          : unknown.has(address)
            ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
            : undefined,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        emails.push(read(Buffer.concat(chunks).toString('latin1'), to));
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  if (!server.server.listening) await once(server.server, 'listening');
  const at = (server.server.address() as AddressInfo).port;
  const findNext = (email: string) => emails.find((one) => !taken.has(one) && one.to.includes(email));
  return {
    url: mailUrl(at, certificate && 'smtps'),
    emails,
    unknown,
    greylisted,
    take: async (email) => {
      await waitUntil(() => findNext(email) !== undefined, {
        timeout: 20_000,
        message: () => `an email to ${email}; ${emails.length} arrived`,
      });
      const next = findNext(email) as ReceivedEmail;
      taken.add(next);
      return next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The URL of a mail server that may not run yet. */
export const mailUrl = (port: number, protocol: 'smtp' | 'smtps' = 'smtp'): string =>
  `${protocol}://${encodeURIComponent(account.user)}:${encodeURIComponent(account.pass)}@127.0.0.1:${port}`;
