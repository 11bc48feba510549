import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook, WebhookSignatureError } from './verify-webhook.ts';

/** A delivery in the format that the server sends, with its secret. */
const recorded = {
  secret: 'Yq3vP0bC8mTzR5kLxW7dNfH2sJ9gUaE4',
  body: '{"signature":"0265ab2c73da3464496f5cbadc6395061fac04ea7b3852fa08bf46687a1ab1d9","body":{"eventName":"call_started","roomId":"0197f3a2c4d85e6b7a90c1d2","spaceId":"0197f3a2b1e74c5d6f80a1b2"}}',
};
const inner = recorded.body.slice(recorded.body.indexOf('"body":') + 7, -1);
const sign = (text: string, secret = recorded.secret) =>
  createHmac('sha256', secret).update(text).digest('hex');
const rejected = (body: string | Uint8Array, secret = recorded.secret) =>
  assert.rejects(verifyWebhook(body, secret), WebhookSignatureError);

test('a delivery is accepted, as text and as bytes', async () => {
  for (const body of [recorded.body, new TextEncoder().encode(recorded.body)]) {
    assert.deepEqual(await verifyWebhook(body, recorded.secret), {
      eventName: 'call_started',
      roomId: '0197f3a2c4d85e6b7a90c1d2',
      spaceId: '0197f3a2b1e74c5d6f80a1b2',
    });
  }
});

test('another secret, a changed byte or a changed signature is rejected', async () => {
  await rejected(recorded.body, 'zq3vP0bC8mTzR5kLxW7dNfH2sJ9gUaE4');
  await rejected(recorded.body.replace('call_started', 'call_finished'));
  await rejected(recorded.body.replace('"signature":"', '"signature":"0').replace(/"(.{64})."/, '"$1"'));
  await rejected(`{"body":${inner},"signature":"${sign(inner).toUpperCase()}"}`);
  for (const signature of ['', sign(inner).slice(0, 63), `${sign(inner)}0`, `${sign(inner)}${sign(inner)}`]) {
    await rejected(`{"signature":"${signature}","body":${inner}}`);
  }
});

test('the signature covers the bytes as they were sent', async () => {
  // An escaped letter: parsing and serializing it changes the bytes.
  const escaped = inner.replace('call_started', 'c\\u0061ll_started');
  const event = await verifyWebhook(`{"signature":"${sign(escaped)}","body":${escaped}}`, recorded.secret);
  assert.equal(event.eventName, 'call_started');
});

test('a body that was serialized again in another order is verified by the JSON of its inner object', async () => {
  const written = `{ "body": ${JSON.stringify(JSON.parse(inner), null, 2)}, "signature": "${sign(inner)}" }`;
  assert.equal((await verifyWebhook(written, recorded.secret)).eventName, 'call_started');
  const spaced = `{"signature": "${sign(inner)}", "body": ${inner} }\n`;
  assert.equal((await verifyWebhook(spaced, recorded.secret)).eventName, 'call_started');
});

test('a second body after the signed one is not returned', async () => {
  const hidden = `{"signature":"${sign(inner)}","body":${inner},"body":{"eventName":"call_finished"}}`;
  await rejected(hidden);
  await rejected(`{"signature":"${sign(inner)}","body":{"eventName":"call_finished"},"other":${inner}}`);
});

test('a replacement character does not match an invalid byte', async () => {
  const replaced = inner.replace('call_started', '\uFFFD');
  const believed = `{"signature":"${sign(replaced)}","body":${replaced}}`;
  await verifyWebhook(believed, recorded.secret);
  const bytes = Buffer.from(believed);
  const at = bytes.indexOf('\uFFFD');
  await rejected(Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]));
});

test('the surrounding text must be JSON, too', async () => {
  for (const space of ['\uFEFF', '\u00a0', '\v', '\u2028']) {
    await rejected(`${space}${recorded.body}`);
    await rejected(recorded.body.replace(':', `:${space}`));
    await rejected(`${recorded.body}${space}`);
  }
});

test('an inherited property name is treated like any other', async () => {
  const polluting = '{"__proto__":{"signature":"x","body":{}},"constructor":{}}';
  await rejected(polluting);
  const odd = `${inner.slice(0, -1)},"__proto__":{"eventName":"call_finished"}}`;
  const event = await verifyWebhook(`{"signature":"${sign(odd)}","body":${odd}}`, recorded.secret);
  assert.equal(event.eventName, 'call_started');
  assert.equal(Object.getPrototypeOf(event), Object.prototype);
});

test('deeply nested brackets are rejected quickly', async () => {
  await rejected(`{"signature":"x","body":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  await rejected(`{"signature":"${'0'.repeat(64)}","body":${'{} '.repeat(300_000)}x`);
});

test('content that is not a delivery is rejected', async () => {
  const none = [
    '',
    'null',
    '[]',
    '5',
    '"x"',
    '{}',
    '{',
    '{"signature":5,"body":{}}',
    '{"signature":"x","body":null}',
  ];
  for (const body of none) await rejected(body);
});
