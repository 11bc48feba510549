import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verifyWebhook, type WebhookHeaders, WebhookSignatureError } from './index.ts';
import { checkHeaders } from './verify-webhook-headers.ts';
import { keysOf } from './verify-webhook-hmac.ts';

/** A delivery that a server sent while two secrets overlapped. */
const recorded: {
  secret: string;
  signingSecret: string;
  previousSecret: string;
  headers: Record<string, string>;
  body: string;
} = JSON.parse(
  readFileSync(new URL('../../docs/integrators/verify/recorded-delivery.json', import.meta.url), 'utf8'),
);
const { secret, previousSecret, headers, body } = recorded;
const [sentAt = 0, signature = ''] = [Number(headers['webhook-timestamp']), headers['webhook-signature']];
const at = (seconds: number) => new Date(seconds * 1000);
const now = at(sentAt + 1);
const event = JSON.parse(body).body;
const opened = {
  event,
  id: headers['webhook-id'],
  sentAt: at(sentAt),
  isTest: false,
  isSample: false,
  callId: headers['x-lectern-call-id'],
};

const open = (more: WebhookHeaders, raw: string | Uint8Array = body, by: string | string[] = secret) =>
  verifyWebhook(raw, by, { headers: more, now });

async function rejected(work: Promise<unknown>, said: RegExp): Promise<void> {
  await assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof WebhookSignatureError, String(error));
    assert.match(error.message, said);
    for (const one of [secret, previousSecret, recorded.signingSecret])
      assert.ok(!error.message.includes(one));
    return true;
  });
}

test('the example of Standard Webhooks is accepted', async () => {
  const raw = new TextEncoder().encode('{"test": 2432232314}');
  const keys = await keysOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const example = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const head = await checkHeaders(raw, keys, { headers: example, now: at(1614265330) });
  const known = {
    id: example['webhook-id'],
    sentAt: at(1614265330),
    isTest: false,
    isSample: false,
    callId: null,
  };
  assert.deepEqual(head, known);
  await rejected(
    checkHeaders(raw.slice(1), keys, { headers: example, now: at(1614265330) }),
    /no signature .* matches/,
  );
});

test('a recorded delivery is verified by its headers, and their values are returned', async () => {
  assert.deepEqual(await open(headers), opened);
  assert.deepEqual(await open(headers, new TextEncoder().encode(body)), opened);
  const buffer = new TextEncoder().encode(body).buffer;
  assert.deepEqual(await verifyWebhook(buffer, secret, { headers, now }), opened);
  assert.equal((await open({ ...headers, 'x-lectern-test': '1' })).isTest, true);
  assert.equal((await open({ ...headers, 'x-lectern-sample': '1' })).isSample, true);
  assert.equal((await open({ ...headers, 'x-lectern-call-id': undefined })).callId, null);
});

test('headers may have the type of any framework', async () => {
  const capitals = Object.entries(headers).map(([name, value]) => [
    name.replace(/\b[a-z]/g, (a) => a.toUpperCase()),
    value,
  ]);
  const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
  const forms = [
    new Headers(headers),
    new Map(Object.entries(headers)),
    Object.fromEntries(capitals),
    Object.fromEntries(lists),
    Object.assign(Object.create(null), headers),
  ];
  for (const form of forms) assert.deepEqual(await open(form), opened);
});

test('both forms of the secret are accepted, one of several suffices, and the old one is valid during an overlap', async () => {
  for (const by of [recorded.signingSecret, previousSecret, ['another one', secret], ['x', previousSecret]]) {
    assert.deepEqual(await open(headers, body, by), opened);
  }
  assert.deepEqual(await verifyWebhook(body, recorded.signingSecret), event);
  assert.deepEqual(await verifyWebhook(body, [previousSecret, secret]), event);
  // Only the new secret signs the body itself.
  await rejected(verifyWebhook(body, previousSecret), /signature in the body does not match/);
  await rejected(open(headers, body, 'zxZL0hpgbxzZtWPioTyaYMGlE3DVKdjW'), /no signature .* matches/);
});

test('an invalid secret throws a TypeError that does not show it', async () => {
  for (const by of ['', [], ['x', ''], 'whsec_', 'whsec_%%%']) {
    await assert.rejects(
      open(headers, body, by),
      (error) => error instanceof TypeError && !/%|x/.test(error.message),
    );
  }
  const parsed = JSON.parse(body);
  await assert.rejects(verifyWebhook(parsed, secret), /raw body/);
});

test('a delivery that is too old or too new is rejected', async () => {
  const check = (clock: number, toleranceSeconds?: number) =>
    verifyWebhook(body, secret, {
      headers,
      now: at(clock),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
  await check(sentAt + 300);
  await check(sentAt - 300);
  await check(sentAt + 3600, 3600);
  await rejected(check(sentAt + 301), /too long ago \(more than 300 s\)/);
  await rejected(check(sentAt - 301), /in the future/);
  await rejected(check(sentAt + 1, 0), /more than 0 s/);
  await rejected(check(sentAt, Number.NaN), /too long ago/);
  await rejected(check(Number.NaN), /too long ago/);
  await rejected(verifyWebhook(body, secret, { headers, now: at(sentAt + 86_400) }), /replay/);
});

test('a time must be digits, even if the signature covers something else', async () => {
  const times = [
    '1e9',
    '-1',
    '+1',
    '0x6b02',
    ` ${sentAt}`,
    `${sentAt}.0`,
    'NaN',
    'Infinity',
    '9'.repeat(40),
    '١',
  ];
  for (const time of times) {
    const signed = createHmac('sha256', secret)
      .update(`${headers['webhook-id']}.${time}.${body}`)
      .digest('base64');
    const forged = { ...headers, 'webhook-timestamp': time, 'webhook-signature': `v1,${signed}` };
    await rejected(
      verifyWebhook(body, secret, { headers: forged, toleranceSeconds: Number.POSITIVE_INFINITY }),
      /not a number of seconds/,
    );
  }
});

test('a missing, empty or repeated header is named in the error', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const { [name]: value = '', ...rest } = headers;
    await rejected(open(rest), new RegExp(`${name} is missing`));
    await rejected(open({ ...rest, [name]: '' }), new RegExp(`${name} is missing`));
    await rejected(open({ ...rest, [name]: [] }), new RegExp(`${name} is missing`));
    await rejected(open({ ...rest, [name]: [value, value] }), new RegExp(`${name} came more than once`));
    await rejected(
      open({ ...headers, [name.toUpperCase()]: 'x' }),
      new RegExp(`${name} came more than once`),
    );
    // An inherited property is not a header of the request.
    await rejected(open(Object.assign(Object.create({ [name]: value }), rest)), /is missing/);
  }
  await rejected(open({}), /webhook-id is missing/);
});

test('a shortened, changed or unrelated signature is rejected', async () => {
  const [first = ''] = signature.split(' ');
  const others = [
    first.slice(0, -1),
    `${first}=`,
    first.slice(3),
    first.replace('v1', 'v2'),
    first.replace('v1', 'V1'),
    first.toLowerCase(),
    `v1,${Buffer.from(first.slice(3), 'base64').toString('hex')}`,
    'v1,',
    ' ',
    `v1,${JSON.parse(body).signature}`,
    `${'v1,AAAA '.repeat(100_000)}${first}`,
  ];
  for (const one of others)
    await rejected(open({ ...headers, 'webhook-signature': one }), /no signature .* matches/);
  await rejected(open({ ...headers, 'webhook-id': 'another' }), /no signature .* matches/);
  await rejected(open({ ...headers, 'webhook-timestamp': String(sentAt + 1) }), /no signature .* matches/);
  await open({ ...headers, 'webhook-signature': `v1a,xyz v1,AAAA  ${first}` });
});

test('an altered body is rejected', async () => {
  const evil = JSON.stringify({ ...event, eventName: 'call_finished' });
  const bodies = [
    '',
    `${body}\n`,
    ` ${body}`,
    `\uFEFF${body}`,
    body.replace('started', 'finished'),
    `${body.slice(0, -1)},"body":${evil}}`,
    body.replace('"body":', `"body":${evil},"body":`),
    JSON.stringify(JSON.parse(body), null, 1),
  ];
  for (const one of bodies) await rejected(open(headers, one), /no signature .* matches/);
});

test('bytes that are not text are rejected, by the headers and by the body', async () => {
  const bytes = Buffer.from(body);
  const broken = Buffer.concat([bytes.subarray(0, 110), Buffer.from([0xff]), bytes.subarray(111)]);
  await rejected(open(headers, broken), /not UTF-8/);
  await rejected(verifyWebhook(broken, secret), /not UTF-8/);
  await rejected(verifyWebhook(Buffer.from([0xff, 0xfe]), secret), /not UTF-8/);
});

test('correctly signed content that is not a delivery is rejected', async () => {
  for (const raw of ['', 'no JSON', 'null', '5', '[]', '{}', '{"body":null}', '{"body":5}']) {
    const signed = createHmac('sha256', secret)
      .update(`${headers['webhook-id']}.${sentAt}.${raw}`)
      .digest('base64');
    await rejected(open({ ...headers, 'webhook-signature': `v1,${signed}` }, raw), /this is not a delivery/);
  }
});
