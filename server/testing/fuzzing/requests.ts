import type { CredentialKind } from '../../../contract/permissions/permission.ts';
import { permissionOf } from '../../../contract/permissions/permissions.ts';
import type { Operation } from '../../../contract/routes.ts';
import { type Aim, aimsOf } from './aims.ts';
import { bodyOf } from './bodies.ts';
import { type ApiDocument, type Described, publishedPathsOf } from './document.ts';
import { isCostly, isOfSpare } from './ends.ts';
import type { ForeignIds } from './foreign.ts';
import { createChance, oddPathPart, oddValues } from './fuzz.ts';

import { type Chance, type Making, makeValue, picker } from './values.ts';

/** One request as it is sent. */
export interface FuzzRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Why the document forbids the request: it must not succeed. */
  forbidden?: string;
}

/** Ids that exist on the server, and the credentials that may use them. */
export interface Known {
  url: string;
  /** By the names of parameters and fields. */
  ids: Record<string, string[]>;
  /** A cookie for `session`, a bearer token for the others. */
  credentials: Record<CredentialKind, string[]>;
  /** Sessions of participants of the webinar: those above are participants of the room. */
  viewers: string[];
  /** The ids and credentials of the spare account. They replace those above in operations that are sent with it. */
  spare: { ids: Record<string, string[]>; credentials: Partial<Record<CredentialKind, string[]>> };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
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

/** Odd headers that a client may send with any request. */
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

/** Generates the requests of a run: the same seed and index give the same choices. */
export class Requests {
  readonly #document: ApiDocument;
  readonly #seed: number;
  readonly #foreign: readonly ForeignIds[];
  readonly #aims: readonly Aim[];

  /** @param foreign ids of groups that no credential may read or change */
  constructor(document: ApiDocument, { seed, foreign }: { seed: number; foreign: readonly ForeignIds[] }) {
    this.#document = document;
    this.#seed = seed;
    this.#foreign = foreign;
    this.#aims = aimsOf(document, foreign);
  }

  chanceOf(index: number): Chance {
    return createChance(Math.imul(this.#seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  }

  /** First the operation of each aim, then all operations in turn, in another order each round. */
  describedAt(index: number): Described {
    const aimed = this.#aims[index]?.described;
    if (aimed) return aimed;
    const { operations } = this.#document;
    const at = index - this.#aims.length;
    const round = Math.floor(at / operations.length);
    const described = operations[(at * 61 + round * 7) % operations.length] as Described;
    // An operation that ends many resources is expensive: the account must be restored.
    const isSkipped = round % 4 !== 0 && isCostly(described.operation);
    return isSkipped ? (operations[(at * 31 + 5) % operations.length] as Described) : described;
  }

  make(index: number, account: Known): FuzzRequest {
    const described = this.describedAt(index);
    const known = isOfSpare(described.operation) ? withSpare(account) : account;
    const aim = this.#aims[index];
    const chance = this.chanceOf(index);
    const pick = picker(chance);
    const making: Making = {
      chance,
      known: known.ids,
      foreign: aim?.foreign ?? pick(this.#foreign),
      resolve: (schema) => this.#document.resolve(schema),
    };
    // How far to leave what the document allows: not at all, in one part, anywhere.
    const dice = aim ? 0 : chance();
    const spoiled =
      dice < 0.45 ? '' : pick(['path', 'query', 'body', 'body', 'body', 'credential', 'headers', 'method']);
    const isWild = dice > 0.85;
    const is = (part: string) => spoiled === part || (isWild && chance() < 0.5);
    const method = is('method') ? pick(methods) : described.method;
    const path = pathOf(described, making, { isOdd: is('path'), foreignNames: aim?.foreignPath ?? [] });
    const { body, type } = bodyOf(described, making, {
      isOdd: is('body'),
      isSent: method !== 'GET' || chance() < 0.02,
      aim,
    });
    return {
      operation: described.operation,
      method,
      path: path + queryOf(described, making, { isOdd: is('query'), aim }),
      headers: {
        ...credentialOf(described, known, { chance, isOdd: is('credential') }),
        ...(type !== undefined && { 'content-type': type }),
        ...(is('headers') && oddHeaders(chance)),
      },
      ...(body !== undefined && { body }),
      ...(isTooLong(aim) && { forbidden: `${aim?.list?.path.join('.')} has ${aim?.list?.length} items` }),
    };
  }
}

const withSpare = ({ spare, ...known }: Known): Known => ({
  ...{ ...known, spare },
  ids: { ...known.ids, ...spare.ids },
  credentials: { ...known.credentials, ...spare.credentials },
});

const isTooLong = (aim: Aim | undefined): boolean =>
  (aim?.list?.length ?? 0) > (aim?.list?.schema.maxItems ?? Number.POSITIVE_INFINITY);

function pathOf(
  described: Described,
  { chance, known: ids, foreign }: Making,
  { isOdd, foreignNames }: { isOdd: boolean; foreignNames: readonly string[] },
): string {
  const pick = picker(chance);
  const filled = pick(publishedPathsOf(described)).replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids[`${described.operation}.${name}`] ?? ids[name] ?? ['x'];
    const foreignId = foreign[name];
    const isForeign = foreignNames.includes(name) || (isOdd && chance() < 0.3);
    if (isForeign && foreignId !== undefined) return foreignId;
    return isOdd && chance() < 0.5 ? oddPathPart(chance) : encodeURIComponent(pick(known));
  });
  if (!isOdd || chance() < 0.7) return filled;
  return pick([`${filled}/`, `${filled}//`, `${filled};x=1`, `${filled}/../..`, `${filled}%2f`]);
}

const oddTexts = oddValues.filter((value) => typeof value !== 'object').map(String);

function queryOf(
  { query, method }: Described,
  making: Making,
  { isOdd, aim }: { isOdd: boolean; aim: Aim | undefined },
): string {
  const { chance, foreign } = making;
  const pick = picker(chance);
  const sent = new URLSearchParams();
  for (const { name, schema, required } of query) {
    if (!required && chance() < 0.6) continue;
    const oddText = () => (chance() < 0.3 ? foreign[name] : undefined) ?? pick(oddTexts);
    const value = isOdd && chance() < 0.5 ? oddText() : makeValue(name, schema, making);
    sent.append(name, String(value));
    if (isOdd && chance() < 0.1) sent.append(name, String(value));
  }
  if (aim?.hasForeignFields) {
    for (const [name, id] of Object.entries(foreign)) if (!sent.has(name)) sent.append(name, id);
  }
  const odd = isOdd && (method === 'GET' || chance() < 0.3) && chance() < 0.4 ? pick(oddQueries) : '';
  const all = [sent.toString(), odd].filter((part) => part !== '').join('&');
  return all === '' ? '' : `?${all}`;
}

function credentialOf(
  { operation, path }: Described,
  { credentials, url, ids, viewers }: Known,
  { chance, isOdd }: { chance: Chance; isOdd: boolean },
): Record<string, string> {
  const pick = picker(chance);
  if (isOdd && chance() < 0.5) return { authorization: pick(oddCredentials) };
  const { by } = permissionOf(operation);
  const kind = isOdd ? pick(Object.keys(credentials) as CredentialKind[]) : pick(by);
  if (operation === 'issueToken' || kind === 'anybody') {
    const isRenewing = ['refreshSession', 'deleteSession', 'signOut'].includes(operation);
    return { origin: url, ...(isRenewing && { cookie: pick(ids.cookies ?? ['']) }) };
  }
  if (kind === 'participant' && path.includes('/playbacks/'))
    return { authorization: `Bearer ${pick(viewers)}` };
  if (kind !== 'session') return { authorization: `Bearer ${pick(credentials[kind])}` };
  const origin: Record<string, string> = isOdd && chance() < 0.5 ? {} : { origin: url };
  return { cookie: pick(credentials.session), ...origin };
}
