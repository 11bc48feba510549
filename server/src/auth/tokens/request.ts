import { Refusal } from '../../platform/errors.ts';

const grants = ['client_credentials', 'password', 'refresh_token'] as const;

const fields = ['grant_type', 'client_id', 'client_secret', 'username', 'password', 'refresh_token'] as const;
type Fields = Partial<Record<(typeof fields)[number], string>>;

export type TokenRequest = ReturnType<typeof readTokenRequest>;

const longest = 4096;

const invalid = (message: string): Refusal => new Refusal('invalid_request', { message });

function check(name: string, value: unknown): string {
  if (Array.isArray(value)) throw invalid(`${name} is given more than once.`);
  if (typeof value !== 'string') throw invalid(`${name} must be text.`);
  if (value.length > longest) throw invalid(`${name} is too long.`);
  if (value.includes('\0') || !value.isWellFormed())
    throw invalid(`${name} has characters that no text has.`);
  return value;
}

function readFields(body: unknown): Fields {
  const source = body ?? {};
  if (typeof source !== 'object' || Array.isArray(source)) {
    throw invalid('The body must be a form or a JSON object.');
  }
  const found: Fields = {};
  for (const name of fields) {
    const value = (source as Record<string, unknown>)[name];
    // Templates of clients send missing values as empty strings.
    if (value === undefined || value === null || value === '') continue;
    found[name] = check(name, value);
  }
  return found;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Many clients send id and secret unencoded, although the standard requires form encoding.
    return text;
  }
}

interface Client {
  id: string;
  secret: string;
}

/** Reads client credentials of an `Authorization: Basic` header; undefined if there are none. */
function readBasic(header: string | undefined): Client | undefined {
  const match = /^Basic +([A-Za-z0-9+/_=-]+) *$/i.exec(header ?? '');
  if (!match) return undefined;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw new Refusal('invalid_client');
  const id = check('client_id', decodePart(text.slice(0, colon)));
  return { id, secret: check('client_secret', decodePart(text.slice(colon + 1))) };
}

/** @returns undefined if the request names no client, or only its id or secret */
function clientOf(given: Fields, header: string | undefined): Client | undefined {
  const basic = readBasic(header);
  const { client_id: id, client_secret: secret } = given;
  if (!basic) return id !== undefined && secret !== undefined ? { id, secret } : undefined;
  if ((id !== undefined && id !== basic.id) || (secret !== undefined && secret !== basic.secret)) {
    throw invalid('The client is named twice, differently: in the Authorization header and in the body.');
  }
  return basic;
}

/** Reads a token request: a form or JSON, with the client in it or in the Authorization header. */
export function readTokenRequest(body: unknown, authorization: string | undefined) {
  const given = readFields(body);
  if (given.grant_type === undefined) throw invalid('grant_type is missing.');
  const grant = grants.find((name) => name === given.grant_type);
  if (!grant) throw new Refusal('unsupported_grant_type');
  /** Returns a field that this grant requires. @throws a Refusal without it */
  const need = (name: keyof Fields): string => {
    const value = given[name];
    if (value === undefined) throw invalid(`${name} is missing.`);
    return value;
  };
  return { grant, client: clientOf(given, authorization), need };
}
