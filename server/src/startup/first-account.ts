import type { FirstAccount } from '../users/first-start.ts';

/** What the person at the terminal needs next. Secrets that the settings gave are not repeated. */
export function sentencesFor(first: FirstAccount, url: URL): string {
  const password = first.isPasswordMadeUp ? first.password : 'as LECTERN_OWNER_PASSWORD says';
  const secret = first.isClientMadeUp ? first.clientSecret : 'as LECTERN_CLIENT_SECRET says';
  const shown = (value: string, isMadeUp: boolean) => (isMadeUp ? value : '…');
  const body = JSON.stringify({
    grant_type: 'password',
    client_id: first.clientId,
    client_secret: shown(first.clientSecret, first.isClientMadeUp),
    username: first.email,
    password: shown(first.password, first.isPasswordMadeUp),
  });
  const lines = [
    '',
    'The first account was made. What follows is shown this once:',
    `  E-mail         ${first.email}`,
    `  Password       ${password}`,
    `  Client id      ${first.clientId}`,
    `  Client secret  ${secret}`,
    '',
    'A user token:',
    `  curl -s ${url.origin}/v1/auth/token -H 'content-type: application/json' -d '${body}'`,
    '',
    '',
  ];
  return lines.join('\n');
}
