import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requestOf, sign } from '../../secret.ts';

export const verifyFolder = resolve(import.meta.dirname, '../../../../../docs/integrators/verify');

interface Recorded {
  secret: string;
  signingSecret: string;
  previousSecret: string;
  headers: Record<string, string>;
  /** The body exactly as it arrived. */
  body: string;
}

/** A delivery that a Lectern sent while two secrets overlapped. */
export const recorded: Recorded = JSON.parse(
  readFileSync(join(verifyFolder, 'recorded-delivery.json'), 'utf8'),
);
const inner = recorded.body.slice(recorded.body.indexOf('"body":') + 7, -1);
export const recordedInner = inner;
const {
  'webhook-id': id = '',
  'webhook-timestamp': sentAt = '',
  'webhook-signature': signature = '',
} = recorded.headers;
export const recordedAt = Number(sentAt);

export interface Case {
  what: string;
  raw: Buffer;
  /** Absent if the header was missing. */
  headers: { id?: string; sentAt?: string; signature?: string };
  secret: string;
  /** The receiver's clock, in seconds. */
  now: number;
  /** The event's name or null, verified by the headers and by the body. */
  opened: [string | null, string | null];
}

const [own, both, byBodyOnly, neither] = [
  ['call_started', null],
  ['call_started', 'call_started'],
  [null, 'call_started'],
  [null, null],
] as const;

const good = {
  raw: Buffer.from(recorded.body),
  headers: { id, sentAt, signature },
  secret: recorded.secret,
  now: recordedAt + 2,
};

function one(
  what: string,
  opened: readonly [string | null, string | null],
  more: Partial<Omit<Case, 'raw'>> & { raw?: string | Buffer } = {},
): Case {
  return { ...good, what, ...more, raw: Buffer.from(more.raw ?? good.raw), opened: [...opened] };
}

const headers = (more: Case['headers']) => ({ headers: { ...good.headers, ...more } });

function without(name: 'id' | 'sentAt' | 'signature') {
  const { [name]: _, ...rest } = good.headers;
  return { headers: rest };
}

/** An invented event, signed as the server signs. */
function made(body: string) {
  const delivery = { eventId: id, body, callId: null, isTest: false, isSample: false };
  const request = requestOf(delivery, sign(delivery, [recorded.secret], new Date(recordedAt * 1000)));
  return { raw: request.body, ...headers({ signature: request.headers['webhook-signature'] ?? '' }) };
}

const hmac = (text: string | Buffer) => createHmac('sha256', recorded.secret).update(text);
const evil = inner.replace('call_started', 'call_finished');
const bodySignature = recorded.body.slice(14, 78);
/** Bytes with a valid header signature which must not pass as an event by the body's signature alone. */
const signedWhole = (sent: string) => `v1,${hmac(`${id}.${sent}.${recorded.body}`).digest('base64')}`;

const believed: Case[] = [
  one('as it was recorded', both),
  one('with the old secret, while the new one overlaps it', own, { secret: recorded.previousSecret }),
  one('with one signature', both, headers({ signature: signature.split(' ')[0] ?? '' })),
  one('behind signatures of other kinds', both, headers({ signature: `v1a,AAAA v1,AAAA v2 ${signature}` })),
  one('behind a hundred others', both, headers({ signature: `${'v1,AAAA '.repeat(100)}${signature}` })),
  one('at the last moment', both, { now: recordedAt + 300 }),
  one('by a clock that is five minutes slow', both, { now: recordedAt - 300 }),
  one('with letters beyond ASCII', both, made(`${inner.slice(0, -1)},"title":"Алгебра 😀 é"}`)),
  one('with what looks like its end', both, made(`${inner.slice(0, -1)},"title":"}}\\"body\\":{"}`)),
];

const old: Case[] = [
  one('too old', byBodyOnly, { now: recordedAt + 301 }),
  one('from the future', byBodyOnly, { now: recordedAt - 301 }),
  one('under another id', byBodyOnly, headers({ id: `${id}0` })),
  one('at another time', byBodyOnly, headers({ sentAt: String(recordedAt + 1) })),
  one('without an id', byBodyOnly, without('id')),
  one('without a time', byBodyOnly, without('sentAt')),
  one('without a signature', byBodyOnly, without('signature')),
  one('without headers', byBodyOnly, { headers: {} }),
  ...[
    '',
    '-1',
    '1e9',
    ` ${sentAt}`,
    `${sentAt}.0`,
    `0x${recordedAt.toString(16)}`,
    '9'.repeat(40),
    'NaN',
  ].map((sent) =>
    one(`at the time "${sent}"`, byBodyOnly, headers({ sentAt: sent, signature: signedWhole(sent) })),
  ),
];

const cut: Case[] = [
  one('the header cut', byBodyOnly, headers({ signature: signature.slice(0, 40) })),
  one('the header empty', byBodyOnly, headers({ signature: '' })),
  one('the header without its version', byBodyOnly, headers({ signature: signature.slice(3, 47) })),
  one('the header of another version', byBodyOnly, headers({ signature: `v2${signature.slice(2, 47)}` })),
  one('the header in hex', byBodyOnly, headers({ signature: `v1,${bodySignature}` })),
  one('another secret', neither, { secret: 'zxZL0hpgbxzZtWPioTyaYMGlE3DVKdjW' }),
  one('the body signature cut', neither, { raw: recorded.body.replace(/[0-9a-f]"/, '"') }),
  one('the body signature in capitals', neither, {
    raw: recorded.body.replace(bodySignature, bodySignature.toUpperCase()),
  }),
];

const changed: Case[] = [
  one('a byte changed', neither, { raw: recorded.body.replace('call_started', 'call_Started') }),
  one('a byte of the body signature changed', neither, {
    raw: recorded.body.replace(/signature":"./, 'signature":"_'),
  }),
  one('the end cut', neither, { raw: recorded.body.slice(0, -1) }),
  one('another end', neither, { raw: `${recorded.body.slice(0, -1)}]` }),
  one('a line break behind it', neither, { raw: `${recorded.body}\n` }),
  one('written anew', neither, { raw: JSON.stringify(JSON.parse(recorded.body), null, 1) }),
  one('a second body behind', neither, { raw: `${recorded.body.slice(0, -1)},"body":${evil}}` }),
  one('a second body before', neither, {
    raw: `{"signature":"${bodySignature}","body":${evil},"body":${inner}}`,
  }),
  one('a second body first', neither, {
    raw: `{"body":${evil},"signature":"${bodySignature}","body":${inner}}`,
  }),
  one('a mark of byte order before it', neither, { raw: `\uFEFF${recorded.body}` }),
];

const none: Case[] = [
  ...[
    '',
    '{',
    '{}',
    '[]',
    'null',
    '5',
    'no JSON',
    '"x"',
    'x'.repeat(87),
    'x'.repeat(88),
    '\0'.repeat(200),
  ].map((raw) => one(`"${raw.slice(0, 9)}", ${raw.length} long`, neither, { raw })),
  one('no text', neither, { raw: Buffer.from([0xff, 0xfe, 0x80, 0xc0, 0x00]) }),
  one('no text inside', neither, {
    raw: Buffer.concat([good.raw.subarray(0, 100), Buffer.from([0xff]), good.raw.subarray(101)]),
  }),
];

/** Valid and invalid deliveries, with the expected result of each. */
export const cases: Case[] = [...believed, ...old, ...cut, ...changed, ...none];

/** One line for each case: body in base64, headers (`-`: none), secret and clock, separated by tabs. */
export const casesAsLines = cases
  .map(({ raw, headers: { id = '-', sentAt = '-', signature = '-' }, secret, now }) =>
    [raw.toString('base64'), id, sentAt, signature, secret, now].join('\t'),
  )
  .join('\n');
