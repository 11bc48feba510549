import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, startReceiver } from '../receivers/receiver.ts';
import { waitUntil } from '../wait.ts';
import { startWebhookFanOut } from './webhook-fan-out.ts';

test('every registered server gets each webhook byte for byte and in order, with retries while it fails', async (t) => {
  const fanOut = await startWebhookFanOut('/intake');
  t.after(fanOut.close);
  const [first, second] = [await startReceiver(), await startReceiver(answer(500))];
  t.after(() => Promise.all([first.close(), second.close()]));
  const register = (url: string, method = 'PUT') =>
    fetch(`${fanOut.url}targets?url=${encodeURIComponent(new URL(url).origin)}`, { method });
  await Promise.all([register(first.url), register(second.url)]);
  const bodies = [1, 2, 3].map((n) => `{"room": {"name":"a"},  "n":${n}, "text":"дом"}`);
  const headers = { authorization: 'signature', 'content-type': 'application/webhook+json' };
  const send = (body: string) => fetch(fanOut.url, { method: 'POST', headers, body });
  for (const body of bodies) await send(body);
  const arrive = (count: number, { received } = first) =>
    waitUntil(() => received.length >= count, { timeout: 10_000, message: `${count} webhooks` });
  await arrive(3);
  assert.deepEqual(
    first.received.map(({ path, body, headers: got }) => [path, body, got.authorization]),
    bodies.map((body) => ['/intake', body, 'signature']),
  );
  await arrive(2, second);
  assert.deepEqual(new Set(second.received.map(({ body }) => body)), new Set(bodies.slice(0, 1)));
  second.behave(answer(200));
  await waitUntil(() => second.received.at(-1)?.body === bodies[2], {
    timeout: 10_000,
    message: 'the last',
  });
  await register(second.url, 'DELETE');
  const before = second.received.length;
  await send(bodies[0] ?? '');
  await arrive(4);
  assert.equal(second.received.length, before);
});
