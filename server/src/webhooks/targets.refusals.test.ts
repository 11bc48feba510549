import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { type Receiver, startReceiver } from '../../testing/receivers/receiver.ts';
import { refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: Lectern;
let receiver: Receiver;
let group: TestGroup;
let without: string;
before(async () => {
  lectern = await startInProcess({
    LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    LECTERN_WEBHOOK_RETRY_SECONDS: '0,0',
  });
  receiver = await startReceiver();
  group = await makeGroup(lectern);
  without = (await group.owner.createSpace({ body: { name: 'Without' } })).id;
  await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
});
after(async () => {
  await receiver?.close();
  await lectern?.remove();
});

const refused = [
  'http://127.0.0.2/',
  'http://127.2/',
  'http://2130706434/',
  'http://0x7f000002/',
  'http://0177.0.0.2/',
  'http://１２７.０.０.２/',
  'http://127。0。0。2/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.2]/',
  'http://[::ffff:7f00:2]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1%25eth0]/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://203.0.113.1/',
  'http://user:password@example.org/',
  'http://us%65r@example.org/',
  'http://@example.org/',
  'http:\\\\@example.org/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'unix:/var/run/docker.sock',
  'http://example.org\u0000/',
  'http://exam ple.org/',
  `https://example.org/${'x'.repeat(2000)}`,
];

test('creating or changing a webhook refuses a URL that may not be reached, naming the field', async () => {
  const { owner, spaceId } = group;
  for (const url of refused) {
    await refusedFields(owner.createWebhook({ spaceId: without, body: { url } }), 'url');
    await refusedFields(owner.updateWebhook({ spaceId, body: { url } }), 'url');
  }
  assert.equal((await owner.getWebhook({ spaceId })).url, receiver.url);
});

test('a network that the operator allows may be reached in every spelling', async () => {
  const { owner, spaceId } = group;
  const { port } = new URL(receiver.url);
  for (const host of ['127.0.0.1', '127.1', '0x7f.1', 'localhost', '[::ffff:127.0.0.1]', '１２７.０.０.１']) {
    const before = receiver.received.length;
    await owner.updateWebhook({ spaceId, body: { url: `http://${host}:${port}/hook?a=b#part` } });
    await owner.testWebhook({ spaceId });
    const one = await waitUntil(() => receiver.received[before], { timeout: 30_000, message: host });
    assert.equal(one.path, '/hook?a=b', host);
  }
});

test('a host that does not resolve yet is accepted, and every attempt reports it', async () => {
  const { owner, spaceId } = group;
  await owner.updateWebhook({ spaceId, body: { url: 'https://hooks.invalid/' } });
  const { id: deliveryId } = await owner.testWebhook({ spaceId });
  const ended = await waitUntil(
    async () => {
      const delivery = await owner.getWebhookDelivery({ spaceId, deliveryId });
      return delivery.status === 'failed' && delivery;
    },
    { timeout: 40_000, message: 'the delivery to fail' },
  );
  assert.ok(ended.attempts.length > 0);
  for (const { statusCode, error } of ended.attempts) {
    assert.equal(statusCode, null);
    assert.match(error ?? '', /^the target: /);
  }
});
