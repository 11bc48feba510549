import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from '../wait.ts';

/** A letter as it arrived, decoded. */
export interface Arrived {
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The bytes of all of it. */
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  letters: Arrived[];
  /** The next letter to this address, after those that were taken before. */
  take(email: string): Promise<Arrived>;
  close(): Promise<void>;
}

const words = (text: string): string =>
  text.replace(/=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi, (_, kind: string, body: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(body, 'base64').toString('utf8')
      : unquote(body.replaceAll('_', ' ')),
  );

function unquote(text: string): string {
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
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = words(line.slice(colon + 1).trim());
  }
  return { headers, body: part.slice(end).replace(/^\r?\n\r?\n/, '') };
}

function decoded({ headers, body }: ReturnType<typeof split>): string {
  const way = headers['content-transfer-encoding'];
  if (way === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return way === 'quoted-printable' ? unquote(body) : body;
}

function read(raw: string, to: string[]): Arrived {
  const whole = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(whole.headers['content-type'] ?? '')?.[1] ?? '';
  const parts = whole.body.split(`--${boundary}`).map((part) => split(part.replace(/^\r?\n/, '')));
  const of = (type: string) => parts.find(({ headers }) => headers['content-type']?.startsWith(type));
  const [text, html] = [of('text/plain'), of('text/html')];
  return {
    to,
    headers: whole.headers,
    raw,
    text: text ? decoded(text) : '',
    html: html ? decoded(html) : '',
  };
}

const account = { user: 'post master', pass: 'p@ss/word' };

/** A real mail server that asks for a name and a password, and keeps what it is given. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const letters: Arrived[] = [];
  const taken = new Set<Arrived>();
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (given, _session, done) =>
      given.username === account.user && given.password === account.pass
        ? done(null, { user: account.user })
        : done(new Error('who are you?')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push(read(Buffer.concat(chunks).toString('latin1'), to));
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  if (!server.server.listening) await once(server.server, 'listening');
  const at = (server.server.address() as AddressInfo).port;
  const find = (email: string) => letters.find((letter) => !taken.has(letter) && letter.to.includes(email));
  return {
    url: mailUrl(at),
    letters,
    take: async (email) => {
      await waitUntil(() => find(email) !== undefined, {
        timeout: 20_000,
        message: () => `a letter to ${email}; there are ${letters.length}`,
      });
      const letter = find(email) as Arrived;
      taken.add(letter);
      return letter;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The address of a mail server that may not be there yet. */
export const mailUrl = (port: number): string =>
  `smtp://${encodeURIComponent(account.user)}:${encodeURIComponent(account.pass)}@127.0.0.1:${port}`;
