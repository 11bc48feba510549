import type { Config } from '../config.ts';
import type { FirstAccount } from '../users/first-start.ts';

/** Quotes a word for the shell. */
const quoted = (text: string): string =>
  /^[\w@.:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

function curlLine(origin: string, first: FirstAccount): string {
  const fields = [
    'grant_type=password',
    `client_id=${first.clientId}`,
    `client_secret=${first.clientSecret}`,
    `username=${first.email}`,
    `password=${first.password}`,
  ];
  return `curl -s ${origin}/v1/auth/token ${fields.map((field) => `--data-urlencode ${quoted(field)}`).join(' ')}`;
}

/** The credentials of the first account, shown once. Secrets that came from the settings are not repeated. */
export function firstAccountText(url: URL, first: FirstAccount): string {
  const shown = {
    ...first,
    password: first.isPasswordGenerated ? first.password : '<your LECTERN_OWNER_PASSWORD>',
    clientSecret: first.isClientGenerated ? first.clientSecret : '<your LECTERN_CLIENT_SECRET>',
  };
  const lines = [
    '',
    'The first account was created. Its secrets are shown only once: the database has only hashes.',
    `  email          ${first.email}`,
    `  password       ${shown.password}`,
    `  client id      ${first.clientId}`,
    `  client secret  ${shown.clientSecret}`,
    '',
    'To get your first token, run:',
    `  ${curlLine(url.origin, shown)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

/** For a journal, in which the credentials must not stand. */
export const firstAccountTextIn = (file: string, { email }: FirstAccount): string =>
  `\nThe first account was created: ${email}. Its credentials are in ${file}, which only this user can read. Delete the file when you have stored them.\n\n`;

export const readyText = (url: URL): string =>
  `\nLectern is ready: ${url.origin}\nGuides and API reference: ${url.origin}/docs\nNext: README.md, "A first meeting". Ctrl-C stops it.\n\n`;

/** For a node without the role `api`. */
export const nodeReadyText = ({ LECTERN_ROLES: roles, HOST: host, PORT: port }: Config): string =>
  `\nThis node of Lectern is ready (${roles.join(', ')}). Its health: http://${host}:${port}/readyz. Ctrl-C stops it.\n\n`;
