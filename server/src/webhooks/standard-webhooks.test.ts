import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { type Receiver, startReceiver } from '../../testing/receivers/receiver.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: Lectern;
let receiver: Receiver;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  receiver = await startReceiver();
  group = await makeGroup(lectern);
});
after(async () => {
  await receiver?.close();
  await lectern?.remove();
});

interface Delivery {
  body: string;
  headers: Record<string, string>;
}

/** Announces an event and returns what the receiver gets. */
async function nextDelivery(): Promise<Delivery> {
  const before = receiver.received.length;
  await group.owner.testWebhook({ spaceId: group.spaceId, body: { roomId: group.room.id } });
  const one = await waitUntil(() => receiver.received[before], { timeout: 30_000, message: 'a delivery' });
  return { body: one.body, headers: one.headers as Record<string, string> };
}

const opens = (secret: string, { body, headers }: Delivery) => new Webhook(secret).verify(body, headers);
const isRefused = (secret: string, delivery: Delivery) =>
  assert.throws(() => opens(secret, delivery), WebhookVerificationError, JSON.stringify(delivery));

test('the official library verifies a delivery with the whsec_ form of the secret, and no altered one', async () => {
  const { spaceId } = group;
  const { signingSecret } = await group.owner.createWebhook({ spaceId, body: { url: receiver.url } });
  const delivery = await nextDelivery();
  const { body, headers } = delivery;
  const { body: event } = opens(signingSecret, delivery) as { body: object };
  assert.deepEqual(event, { eventName: 'call_started', roomId: group.room.id, spaceId });

  isRefused(signingSecret, { headers, body: body.replace('started', 'finishe') });
  isRefused(signingSecret, { headers, body: `${body} ` });
  isRefused(signingSecret, { headers, body: body.replace(/^(\{"signature":")./, '$1x') });
  const time = Number(headers['webhook-timestamp']);
  for (const [name, value] of [
    ['webhook-id', 'another'],
    ['webhook-timestamp', String(time + 1)],
    ['webhook-timestamp', String(time - 3600)],
    ['webhook-signature', `v1,${Buffer.alloc(32).toString('base64')}`],
    ['webhook-signature', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''],
  ] as const) {
    isRefused(signingSecret, { body, headers: { ...headers, [name]: value } });
  }
  isRefused(`whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`, delivery);
});

test('while two secrets overlap it verifies with either; without an overlap with the new one only', async () => {
  const { owner, spaceId } = group;
  const first = (await owner.refreshSecretWebhook({ spaceId })).signingSecret;
  const ofFirst = await nextDelivery();
  opens(first, ofFirst);

  const second = (await owner.refreshSecretWebhook({ spaceId, body: { overlapSeconds: 3600 } }))
    .signingSecret;
  const overlapping = await nextDelivery();
  opens(first, overlapping);
  opens(second, overlapping);
  isRefused(second, ofFirst);
  for (const secret of [first, second]) {
    isRefused(secret, { ...overlapping, body: overlapping.body.replace('started', 'finishe') });
  }

  const third = (await owner.refreshSecretWebhook({ spaceId })).signingSecret;
  const alone = await nextDelivery();
  opens(third, alone);
  for (const secret of [first, second]) isRefused(secret, alone);
});
