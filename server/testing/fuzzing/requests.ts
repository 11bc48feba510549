import { type Allowed, type CredentialKind, permissions } from '../../../contract/permissions.ts';
import type { Operation } from '../../../contract/routes.ts';
import { createChance, oddPathPart, oddValues } from '../fuzz.ts';
import { type ApiDocument, addressesOf, type Described, type Schema } from './document.ts';
import { type Chance, type Making, makeNearValue, makeValue, picker } from './values.ts';

/** One request as it goes over the wire. */
export interface FuzzRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** What the server knows, and by whom it may be asked. */
export interface Known {
  url: string;
  /** By the names of parameters and fields. */
  ids: Record<string, string[]>;
  /** Of `session` a cookie, of the others a bearer token. */
  credentials: Record<CredentialKind, string[]>;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Bodies that are no JSON object, or are one only just. */
const oddBodies: readonly (string | Buffer)[] = [
  ...['', ' ', 'null', '[]', '"text"', '{', '{"a":1}{"b":2}', 'true', '1e999', '{"a":1,}', '\ufeff{}'],
  ...['{"name":"\\ud800"}', '{"a\\u0000b":1}', '{"name":"x","name":"y"}', 'name=x&role=user', '<x/>'],
  '{"__proto__":{"role":"moderator"},"constructor":{"prototype":{"id":1}},"toString":null}',
  `{"name":"x","more":${nested(5000)}}`,
  nested(100_000),
  `{"name":"${'x'.repeat(1_100_000)}"}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from('{"name":"\xe9"}', 'latin1'),
];

const oddTypes = [
  'application/json; charset=latin1',
  'application/json;charset=UTF-16',
  'text/plain;charset=UTF-8',
  'APPLICATION/JSON',
  'application/json; charset="utf-8"; charset=x',
  'application/merge-patch+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/xml',
  'x',
  ';',
  '',
];

const oddQueries = [
  '%zz',
  'limit=%ff',
  'a[b]=c&a[b]=d',
  '__proto__=1&constructor=2',
  '__proto__[x]=1',
  '&&&===',
  'limit=1&limit=2',
  'offset=-1',
  'order=asc%00',
  'x'.repeat(4000),
  'limit',
  '?',
];

const oddCredentials = [
  '',
  'Bearer',
  'Bearer a b',
  'Basic OjpA',
  'Basic !',
  'Bearer \u00ff',
  'bearer x',
  `Bearer lpt_${'A'.repeat(43)}`,
  'Bearer lls_AAAA',
  'Bearer lbr_AAAA',
  `Bearer ${'x'.repeat(5000)}`,
];

/** Beside the request: what a client may send with any. */
function oddHeaders(chance: Chance): Record<string, string> {
  const pick = picker(chance);
  const header = (name: string, values: string[], share: number): Record<string, string> =>
    chance() < share ? { [name]: pick(values) } : {};
  return {
    ...header(
      'idempotency-key',
      ['a', 'b', 'k'.repeat(255), 'k'.repeat(256), 'two words', 'k\u00e9y', ''],
      0.25,
    ),
    ...header('referer', ['no address', 'https://lms/?utm_source=%00', 'data:,', 'http://['], 0.1),
    ...header('user-agent', ['', 'x'.repeat(3000), '\u00ff\u00fe'], 0.1),
    ...header('x-forwarded-for', ['1.2.3.4', 'nowhere', ', ,', '::1'], 0.1),
    ...header('x-forwarded-proto', ['https', 'x'], 0.02),
    ...header('accept', ['text/html', '*/*;q=nan', 'image/png'], 0.1),
    ...header('accept-encoding', ['gzip', 'identity;q=0', '*'], 0.05),
    ...header('accept-language', ['ru', 'x'.repeat(2000), '\u00ff', '*;q=0'], 0.05),
    ...header('content-encoding', ['gzip', 'br', 'x'], 0.02),
    ...header('range', ['bytes=0-1', 'bytes=x', 'lines=1-2'], 0.02),
    ...header('if-none-match', ['*', '"x"'], 0.02),
    ...header('host', ['localhost', 'elsewhere.example.org:1', 'x y', '[::'], 0.02),
    ...header('origin', ['null', 'https://elsewhere.example.org', 'x'], 0.05),
    ...header('cookie', ['accessToken=', 'accessToken=%zz; refreshToken=x', '=;;=', 'a'.repeat(3000)], 0.04),
    ...header('expect', ['100-continue', 'x'], 0.004),
    ...header('x-large', ['x'.repeat(17_000)], 0.002),
    ...header('upgrade', ['websocket', 'h2c'], 0.004),
  };
}

/** Makes the requests of a run: the same seed and index make the same choices. */
export class Requests {
  readonly #document: ApiDocument;
  readonly #seed: number;

  constructor(document: ApiDocument, seed: number) {
    this.#document = document;
    this.#seed = seed;
  }

  chanceOf(index: number): Chance {
    return createChance(Math.imul(this.#seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  }

  make(index: number, known: Known, described: Described): FuzzRequest {
    const chance = this.chanceOf(index);
    const pick = picker(chance);
    const making: Making = {
      chance,
      known: known.ids,
      resolve: (schema) => this.#document.resolve(schema),
    };
    // How far from what the document allows: not at all, in one place, anywhere.
    const dice = chance();
    const spoiled =
      dice < 0.45 ? '' : pick(['path', 'query', 'body', 'body', 'body', 'credential', 'headers', 'method']);
    const isWild = dice > 0.85;
    const is = (part: string) => spoiled === part || (isWild && chance() < 0.5);
    const method = is('method') ? pick(methods) : described.method;
    const path = pathOf(described, known, { chance, isOdd: is('path') });
    const { body, type } = bodyOf(described, making, {
      isOdd: is('body'),
      isSent: method !== 'GET' || chance() < 0.02,
    });
    return {
      operation: described.operation,
      method,
      path: path + queryOf(described, making, is('query')),
      headers: {
        ...credentialOf(described, known, { chance, isOdd: is('credential') }),
        ...(type !== undefined && { 'content-type': type }),
        ...(is('headers') && oddHeaders(chance)),
      },
      ...(body !== undefined && { body }),
    };
  }
}

function pathOf(
  described: Described,
  { ids }: Known,
  { chance, isOdd }: { chance: Chance; isOdd: boolean },
): string {
  const pick = picker(chance);
  const filled = pick(addressesOf(described)).replace(/\{(\w+)\}/g, (_, name: string) =>
    isOdd && chance() < 0.5
      ? oddPathPart(chance)
      : encodeURIComponent(pick(ids[`${described.operation}.${name}`] ?? ids[name] ?? ['x'])),
  );
  if (!isOdd || chance() < 0.7) return filled;
  return pick([`${filled}/`, `${filled}//`, `${filled};x=1`, `${filled}/../..`, `${filled}%2f`]);
}

const oddTexts = oddValues.filter((value) => typeof value !== 'object').map(String);

function queryOf({ query, method }: Described, making: Making, isOdd: boolean): string {
  const { chance } = making;
  const pick = picker(chance);
  const sent = new URLSearchParams();
  for (const { name, schema, required } of query) {
    if (!required && chance() < 0.6) continue;
    const value = isOdd && chance() < 0.5 ? pick(oddTexts) : makeValue(name, schema, making);
    sent.append(name, String(value));
    if (isOdd && chance() < 0.1) sent.append(name, String(value));
  }
  const odd = isOdd && (method === 'GET' || chance() < 0.3) && chance() < 0.4 ? pick(oddQueries) : '';
  const all = [sent.toString(), odd].filter((part) => part !== '').join('&');
  return all === '' ? '' : `?${all}`;
}

function credentialOf(
  { operation }: Described,
  { credentials, url, ids }: Known,
  { chance, isOdd }: { chance: Chance; isOdd: boolean },
): Record<string, string> {
  const pick = picker(chance);
  if (isOdd && chance() < 0.5) return { authorization: pick(oddCredentials) };
  const by: Allowed = permissions[operation].by;
  const kind = isOdd ? pick(Object.keys(credentials) as CredentialKind[]) : pick(by);
  if (operation === 'issueToken' || kind === 'anybody') {
    const isRenewing = operation === 'refreshSession' || operation === 'deleteSession';
    return { origin: url, ...(isRenewing && { cookie: pick(ids.cookies ?? ['']) }) };
  }
  if (kind !== 'session') return { authorization: `Bearer ${pick(credentials[kind])}` };
  const origin: Record<string, string> = isOdd && chance() < 0.5 ? {} : { origin: url };
  return { cookie: pick(credentials.session), ...origin };
}

function bodyOf(
  { body: schema, bodyTypes }: Described,
  making: Making,
  { isOdd, isSent }: { isOdd: boolean; isSent: boolean },
): Pick<FuzzRequest, 'body'> & { type?: string } {
  const { chance } = making;
  const pick = picker(chance);
  if (!isSent) return {};
  if (!schema && !isOdd) return chance() < 0.7 ? {} : { body: pick(['', '{}']), type: pick(bodyTypes) };
  const type = isOdd && chance() < 0.2 ? pick(oddTypes) : pick(bodyTypes);
  if (isOdd && chance() < 0.2) return { body: pick(oddBodies), type };
  const made = makeValue('', schema ?? { type: 'object' }, making) as Record<string, unknown>;
  if (isOdd) spoil(made, schema ?? {}, making);
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(made).map(([name, value]): [string, string] => [name, textIn(value)]);
    return { body: new URLSearchParams(fields).toString(), type };
  }
  const text = JSON.stringify(made);
  const isPolluting = isOdd && chance() < 0.1 && text.length > 2;
  return { body: isPolluting ? `{"__proto__":{"x":1},"constructor":1,${text.slice(1)}` : text, type };
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Makes one or two fields odd, drops one, or adds one that nobody knows. */
function spoil(made: Record<string, unknown>, schema: Schema, making: Making): void {
  const { chance } = making;
  const pick = picker(chance);
  const fields = Object.entries(schema.properties ?? {});
  for (let times = chance() < 0.7 ? 1 : 2; times > 0; times -= 1) {
    const dice = chance();
    if (dice < 0.1 || fields.length === 0)
      made[pick(['unknown', 'toString', 'hasOwnProperty', ''])] = pick(oddValues);
    else {
      const [name, inner] = pick(fields);
      if (dice < 0.25) delete made[name];
      else made[name] = makeNearValue(name, inner, making);
    }
  }
}
