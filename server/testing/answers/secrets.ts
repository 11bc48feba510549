/** Body fields whose values must never be logged. */
const fields = new Set([
  ...['password', 'currentPassword', 'newPassword', 'oldPassword'],
  ...['client_secret', 'clientSecret', 'secret', 'signingSecret'],
  ...['access_token', 'refresh_token', 'accessToken', 'refreshToken', 'token', 'signalingToken'],
]);

/** A shorter value may occur in a log by chance. */
const shortest = 8;

/** Secrets exchanged between a test and its servers, by origin of the server: secret to the name of its field. */
const known = new Map<string, Map<string, string>>();

function note(url: string, name: string, value: unknown): void {
  if (typeof value !== 'string' || value.length < shortest) return;
  const { origin } = new URL(url);
  const secrets = known.get(origin) ?? new Map<string, string>();
  known.set(origin, secrets.set(value, name));
}

function noteIn(url: string, value: unknown, name = ''): void {
  if (fields.has(name)) note(url, name, value);
  if (typeof value === 'string') {
    for (const [, token = ''] of value.matchAll(/[?&](?:accessToken|access_token|token)=([^&#\s]+)/g)) {
      note(url, 'a token in an address', decodeURIComponent(token));
    }
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) noteIn(url, inner, key);
}

/** Notes the secrets in the text of a body. */
export function noteBody(url: string, body: unknown): void {
  if (typeof body !== 'string') return;
  try {
    noteIn(url, JSON.parse(body));
  } catch {
    // A body that is not JSON has no field of ours.
  }
}

/** Notes the secrets in request or response headers: bearer tokens and cookies. */
export function noteHeaders(url: string, headers: Headers): void {
  const authorization = headers.get('authorization');
  if (authorization?.startsWith('Bearer ')) note(url, 'a bearer token', authorization.slice(7).trim());
  const cookies = [...(headers.get('cookie')?.split('; ') ?? []), ...headers.getSetCookie()];
  for (const cookie of cookies) {
    const [, value] = /^[^=]+=([^;]*)/.exec(cookie) ?? [];
    note(url, 'a cookie', value);
  }
}

/** Notes the passwords, secrets and keys in a server's settings. */
export function noteSettings(url: string, settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (/PASSWORD|SECRET|_KEY$/.test(name)) for (const part of value.split(',')) note(url, name, part);
    if (name.endsWith('_URL') && URL.canParse(value)) note(url, name, new URL(value).password);
  }
}

/** Returns the names of the secrets of this server that occur in the text. */
export function secretsIn(url: string, text: string): string[] {
  const secrets = known.get(new URL(url).origin) ?? new Map<string, string>();
  return [...secrets]
    .filter(([value]) => text.includes(value))
    .map(([value, name]) => `${name} (${value.slice(0, 4)}…)`);
}
